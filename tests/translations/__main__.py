"""`python3 -m tests.translations`: brings every catalogue up to date, and counts what is missing."""

from referee import paths
from tests.translations.extracting import everything, read, write

template = everything()
for path in sorted(paths.LANGUAGES.glob("*.po")):
    catalogue = read(path)
    created = catalogue.creation_date
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.creation_date = created  # so that the file changes only if its messages do
    write(path, catalogue)
    missing = sum(1 for each in catalogue if each.id and not (each.string and all(each.string)))
    print(f"{path.name}: {len(catalogue)} messages, {missing} not translated yet")
