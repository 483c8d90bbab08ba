"""Photographs are read: what they show, what is known beforehand, what cannot be read."""

import hashlib
import io
import itertools
import json

import pytest

pytest.importorskip("numpy", reason="numpy is not installed; it is the extra `camera`")

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from referee import camera
from referee.camera import (
    CannotLook,
    above,
    aside,
    cutting,
    finding,
    knowledge,
    look,
    look_aside,
    parting,
    picture,
)
from referee.cli.main import main
from referee.engine.tiles import tile, tile_set
from tests.camera.figures import as_bytes, hand_of, judge, known_of
from tests.camera.laid import as_jpeg, picture_of
from tests.camera.samples import place_of
from tests.camera.scenes.harder import KINDS
from tests.camera.scenes.scene import Scene, draw_scene
from tests.folders import ROOT

CLEAR = 5_100_011  # the scene of this seed: a usual one, read without a mistake
LOW = 5_050_015  # a table seen at a low angle


@pytest.fixture(scope="module")
def scene() -> Scene:
    return draw_scene(CLEAR)


@pytest.fixture(scope="module")
def photograph(scene) -> bytes:
    return as_bytes(scene)


@pytest.fixture(scope="module")
def seen(scene, photograph) -> camera.Seen:
    return look(photograph, highest=scene.highest)


def saved(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    data = io.BytesIO()
    image.save(data, kind, **options)
    return data.getvalue()


def names(seen: camera.Seen) -> list[str]:
    return sorted(each.tile.name for each in seen.found)


def test_every_tile_of_a_clear_photograph_is_read_where_it_lies(scene, seen):
    judged = judge(scene, seen)

    assert judged.exact == 1
    assert judged.tiles >= 3
    assert seen.size == scene.picture.size


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_corners_tell_which_way_round_a_tile_lies(turn):
    scene = picture_of([(0, 0, turn, "5-2"), (0, 4, turn, "2-6")])
    higher_end = {}
    for each in scene.labels:
        a, b, c, d = each.corners
        higher_end[tile(each.first, each.second)] = (d + a) / 2 if each.first > each.second else (b + c) / 2
    found = look(as_jpeg(scene), highest=6).found
    assert {each.tile for each in found} == higher_end.keys()
    for each in found:
        ends = np.array(each.corners)[[0, 3]]
        assert np.allclose(ends.mean(axis=0), higher_end[each.tile], atol=15)


def test_tiles_come_from_top_to_bottom_and_left_to_right():
    places = [(300, 12), (10, 10), (12, 300), (310, 290), (150, 20)]
    found = [
        camera.FoundTile(tile(n, 0), 1.0, cutting.TileOutline(x, y, (60, 0), (0, 30)).corners(), ())
        for n, (x, y) in enumerate(places)
    ]

    assert [each.tile.high for each in picture.in_order(found)] == [1, 4, 0, 2, 3]


def test_what_cannot_be_there_is_never_read(scene, photograph, seen):
    gone = seen.found[0].tile
    possible = set(knowledge.possible_tiles(scene.highest, None)) - {gone}

    again = look(photograph, highest=scene.highest, possible=possible)

    assert len(again.found) == len(seen.found)
    assert gone not in {each.tile for each in again.found}
    assert all(gone is not guess.tile for each in again.found for guess in each.others)
    assert min(each.sure for each in again.found) < camera.DOUBT


def test_no_tile_is_read_twice_and_a_second_one_like_it_is_in_doubt(scene):
    twice = Image.new("RGB", (scene.picture.width * 2, scene.picture.height))
    for left in (0, scene.picture.width):
        twice.paste(scene.picture, (left, 0))

    found = look(saved(twice), highest=scene.highest).found

    assert len({each.tile for each in found}) == len(found)
    assert sum(each.sure < camera.DOUBT for each in found) >= len(hand_of(scene))


def test_tiles_tell_how_the_table_lies():
    scene = draw_scene(LOW, KINDS["tilt"])
    places = [place_of(label) for label in scene.labels]

    table = above.table_under(places, scene.picture.size)
    seen, up = above.view(scene.picture, table, places)

    assert table.misfit(places).max() < 0.02
    assert table.misfit([places[0].scaled(1.5)])[0] > 0.05
    lying = cutting.TileOutline(40, 50, (64, 0), (0, 32))
    assert table.misfit([above.back(lying, up)])[0] < 0.01
    assert seen.width * seen.height < 700_000


def test_tiles_of_all_sizes_tell_nothing_of_the_table():
    places = [cutting.TileOutline(100 + 90 * n, 200, (20 * 2**n, 0), (0, 10 * 2**n)) for n in range(5)]

    assert above.table_under(places, (768, 576)) is None


def test_every_tile_of_a_table_seen_at_a_low_angle_is_read():
    scene = draw_scene(LOW, KINDS["tilt"])

    judged = judge(scene, look(as_bytes(scene), highest=scene.highest))

    assert (judged.exact, judged.tiles) == (1, 8)


def test_small_tiles_of_a_large_photograph_are_read():
    lying = [(-9, 4, 10, "6-4"), (2, -6, 80, "5-5"), (8, 7, 130, "3-1"), (0, 3, 0, "2-0")]
    scene = picture_of(lying, seed=24, size=(1200, 1600), long=36)

    assert names(look(as_jpeg(scene), highest=6)) == ["2-0", "3-1", "5-5", "6-4"]


def test_a_tile_that_fills_the_picture_is_read():
    scene = picture_of([(0, 0, 85, "3-2")], seed=1, long=720)

    assert judge(scene, look(as_jpeg(scene), highest=6)).exact == 1


def test_a_small_set_has_no_large_tiles(photograph):
    assert all(each.tile.high <= 6 for each in look(photograph, highest=6).found)


def candidate(score: float, first: int = 0, second: int = 0) -> finding.Candidate:
    halves = np.full((2, 16), 0.001, np.float32)
    halves[0, first] = halves[1, second] = 0.985
    return finding.Candidate(cutting.TileOutline(0, 0, (60, 0), (0, 30)), score, halves)


@pytest.mark.parametrize(
    ("scores", "count", "kept"),
    [
        ([0.99, 0.8, 0.1, 0.02], None, 2),
        ([0.99, 0.8, 0.1, 0.02], 3, 3),
        ([0.99, 0.8, 0.1, 0.02], 4, 4),
        ([0.99, 0.8, 0.1, 0.005], 4, 3),
        ([0.99, 0.8, 0.6], 2, 2),
        ([0.99, 0.98, 0.97], 2, 3),
    ],
)
def test_a_known_number_of_tiles_decides_about_the_faint_ones(scores, count, kept):
    assert len(knowledge.chosen([candidate(each) for each in scores], count)) == kept


def test_of_two_readings_of_one_tile_the_likelier_keeps_it():
    sure, unsure = candidate(0.99, 6, 4), candidate(0.99, 6, 4)
    unsure.halves[1, 4], unsure.halves[1, 5] = 0.55, 0.43

    found = knowledge.named([unsure, sure], knowledge.possible_tiles(6, None))

    assert [each.tile.name for each in found] == ["6-5", "6-4"]


def worth_of(kept: list[int], rivals: list[set[int]], worth: list[float]) -> float:
    assert not any(rivals[n] & set(kept) for n in kept)
    return sum(worth[n] for n in kept)


@given(st.integers(1, 9), st.integers(0, 10**6), st.sampled_from([0.15, 0.4, 0.8]))
def test_those_that_stay_are_worth_as_much_together_as_any_that_could(count, seed, crowded):
    rng = np.random.default_rng(seed)
    worth = rng.uniform(0.01, 0.75, count).tolist()
    overlap = np.triu(rng.random((count, count)) < crowded, 1)
    rivals = [set(np.flatnonzero(overlap[n] | overlap[:, n]).tolist()) for n in range(count)]

    value, kept = parting._best(set(range(count)), rivals, worth, [600])

    subsets = itertools.chain.from_iterable(itertools.combinations(range(count), n) for n in range(count + 1))
    most = max(sum(worth[n] for n in each) for each in subsets if not any(rivals[n] & {*each} for n in each))
    assert value == pytest.approx(most)
    assert worth_of(kept, rivals, worth) == pytest.approx(value)


def test_a_long_row_of_tiles_that_touch_is_parted_in_few_tries():
    # Every second one is a tile; those between are joints, a little stronger at one end.
    worth = [0.4 + 0.05 * (n == 1) if n % 2 else 0.41 for n in range(61)]
    rivals = [{n - 1, n + 1} & set(range(61)) for n in range(61)]
    left = [600]

    _, kept = parting._best(set(range(61)), rivals, worth, left)

    assert sorted(kept) == list(range(0, 61, 2))
    assert left[0] > 550


def test_what_cannot_be_tried_in_full_is_still_parted():
    rng = np.random.default_rng(7)
    overlap = np.triu(rng.random((70, 70)) < 0.3, 1)
    rivals = [set(np.flatnonzero(overlap[n] | overlap[:, n]).tolist()) for n in range(70)]
    worth = rng.uniform(0.1, 0.7, 70).tolist()
    left = [5]

    value, kept = parting._best(set(range(70)), rivals, worth, left)

    assert left == [0]
    assert worth_of(kept, rivals, worth) == pytest.approx(value)


def at(x: float, y: float, *, upright: bool, score: float) -> finding.Candidate:
    long, short = ((0.0, 60.0), (30.0, 0.0)) if upright else ((60.0, 0.0), (0.0, 30.0))
    return candidate(score, 3, 5)._replace(place=cutting.TileOutline(x, y, long, short), heat=score)


def test_two_ways_to_part_a_block_that_are_nearly_as_likely_are_for_a_person():
    across = [at(15 + 30 * n, 30, upright=True, score=0.96) for n in range(2)]
    along = [at(30, 15 + 30 * n, upright=False, score=score) for n, score in enumerate((0.9, 0.9))]

    clear, doubtful = parting.parted(across), parting.parted(across + along)

    assert [each.place for each in doubtful] == [each.place for each in clear]
    assert min(each.score for each in clear) > camera.DOUBT
    assert max(each.score for each in doubtful) < camera.DOUBT


TWO_WAYS = [at(15 + 30 * n, 30, upright=True, score=0.96) for n in range(2)]
TWO_WAYS += [at(30, 15 + 30 * n, upright=False, score=0.9) for n in range(2)]


def scores_of(candidates: list[finding.Candidate]) -> dict[float, float]:
    return {each.place.x: each.score for each in parting.parted(candidates)}


def test_a_block_of_which_most_tiles_could_lie_otherwise_is_doubtful_as_a_whole():
    touching, apart = at(75, 30, upright=True, score=0.96), at(150, 30, upright=True, score=0.96)

    scores = scores_of([*TWO_WAYS, touching, apart])

    assert scores == {15: parting.CONTESTED, 45: parting.CONTESTED, 75: parting.CONTESTED, 150: 0.96}


def test_a_row_of_which_two_tiles_could_lie_otherwise_is_doubtful_as_far_as_it_could_lie_half_a_tile_off():
    others = [at(75 + 30 * n, 30, upright=True, score=0.96) for n in range(3)]
    joints = [at(60 + 30 * n, 30, upright=True, score=0.2) for n in range(3)]

    clear, doubtful = scores_of([*TWO_WAYS, *others]), scores_of([*TWO_WAYS, *others, *joints])

    assert [clear[each.place.x] for each in others] == [0.96] * 3
    assert [doubtful[each.place.x] for each in others] == [parting.CONTESTED] * 3


def test_what_seems_blank_on_both_halves_is_less_surely_a_tile():
    blank, plain = (
        finding._judged(candidate(0.0, *halves)._replace(heat=0.55, tile=0.6)) for halves in ((0, 0), (0, 4))
    )

    assert blank.score < knowledge.TILE < plain.score


@pytest.mark.parametrize(
    "less",
    [
        {"heat": 0.3},
        {"tile": 1.0},
        {"misfit": 0.05},
        {"halves": candidate(0.9, 0, 0).halves},
        {"halves": np.full((2, 16), 1 / 16, np.float32)},
    ],
    ids=[
        "faint to the detector",
        "faint to the reader",
        "of another size",
        "blank on both halves",
        "read unsurely",
    ],
)
def test_what_is_less_like_a_tile_is_less_surely_one(less):
    clear = candidate(0.0, 0, 4)._replace(heat=0.8, tile=5.0, misfit=0.01)

    assert finding._judged(clear._replace(**less)).score < finding._judged(clear).score
    assert finding._judged(clear).score > camera.DOUBT


def test_a_half_that_light_burnt_white_is_not_surely_blank():
    pips = np.zeros((2, 16), np.float32)
    pips[:, 0] = 9
    cut = np.zeros((cutting.HEIGHT, cutting.WIDTH, 3), np.float32)
    cut[16:, : cutting.WIDTH // 2] = 1.99

    burnt, plain = finding._told(pips, cut)

    assert burnt[0] < camera.DOUBT < plain[0]
    assert burnt.sum() == pytest.approx(1)


def test_only_an_unsure_reading_that_has_a_chance_is_read_again_in_three_mirrored_copies(monkeypatch):
    read = []

    def seen(cuts):
        read.append(len(cuts))
        pips = np.zeros((len(cuts), 2, 16), np.float32)
        pips[:, :, 5] = 9
        return pips, np.full(len(cuts), 4.0, np.float32), np.zeros((len(cuts), 6), np.float32)

    monkeypatch.setattr(finding.networks, "read", seen)
    clear = candidate(0.95)._replace(cut=np.zeros((cutting.HEIGHT, cutting.WIDTH, 3), np.float32))
    unsure = clear._replace(score=0.5, halves=np.full((2, 16), 1 / 16, np.float32))
    hopeless = unsure._replace(score=0.01)

    one, other, last = finding._looked_again([clear, unsure, hopeless])

    assert read == [1, 1, 1]
    assert (one is clear, last is hopeless) == (True, True)
    assert (other.halves.argmax(axis=1).tolist(), other.tile) == ([5, 5], 3.0)
    assert other.halves[:, 5].min() > 0.9


@given(
    st.integers(1, 5).flatmap(
        lambda rows: st.tuples(st.just(rows), st.integers(rows, 6), st.integers(0, 10**6))
    )
)
def test_the_assignment_costs_as_little_as_any(shape):
    rows, columns, seed = shape
    costs = np.random.default_rng(seed).integers(0, 20, (rows, columns)).astype(np.float64)

    mine = knowledge.assigned(costs)

    least = min(
        sum(costs[n, m] for n, m in enumerate(each)) for each in itertools.permutations(range(columns), rows)
    )
    assert len(set(mine)) == rows
    assert sum(costs[n, m] for n, m in enumerate(mine)) == pytest.approx(least)


def test_a_photograph_that_a_phone_turned_is_read_upright(scene, seen):
    lying = scene.picture.transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = 6  # turn clockwise to see it

    turned = look(saved(lying, "JPEG", quality=88, exif=exif.tobytes()), highest=scene.highest)

    assert turned.size == scene.picture.size
    assert names(turned) == names(seen)
    for one in turned.found:
        other = next(each for each in seen.found if each.tile is one.tile)
        assert np.allclose(np.mean(one.corners, axis=0), np.mean(other.corners, axis=0), atol=4)


@pytest.mark.parametrize(
    ("draw", "reason"),
    [
        (lambda: b"", "not-a-picture"),
        (lambda: b"6-4 5-5 3-1", "not-a-picture"),
        (lambda: saved(Image.new("L", (40, 40)), "GIF"), "not-a-picture"),
        (lambda: saved(Image.effect_noise((200, 200), 80), "JPEG")[:900], "not-a-picture"),
        (lambda: b"x" * (camera.MOST_BYTES + 1), "too-large"),
        (lambda: saved(Image.new("1", (5000, 5000))), "too-large"),
        (lambda: saved(Image.new("L", (4000, 3000)), "WEBP"), "too-large"),
        (lambda: saved(Image.new("1", (20000, 12000))), "too-large"),
    ],
    ids=[
        "nothing",
        "text",
        "GIF",
        "half a JPEG",
        "7 MB",
        "25 megapixels",
        "a WebP of 12 megapixels",
        "a bomb",
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(draw, reason):
    picture = draw()
    with pytest.raises(CannotLook) as refused:
        look(picture)

    assert refused.value.reason == reason


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGBA", "LA", "I;16"])
def test_pictures_of_all_kinds_are_opened(mode):
    image, size = picture.opened(saved(Image.new(mode, (1700, 30))))

    assert (image.mode, image.size, size) == ("RGB", (1600, 28), (1700, 30))


def test_a_picture_without_tiles_has_none():
    assert look(saved(Image.new("RGB", (300, 200), "green"))).found == ()


def test_the_figures_of_a_known_hand_leave_every_tile_of_it_possible(scene):
    hand = picture_of([(-1.5, 0.5, 20, "6-4"), (1.5, 0.5, 50, "3-3")])

    known = known_of(hand, 1)

    assert known["count"] == 2
    assert {tile(6, 4), tile(3, 3)} < known["possible"] < set(tile_set(hand.highest).tiles)
    assert known_of(scene, 1) is None  # one of its tiles is cut or hidden


def test_a_process_of_its_own_sees_the_same(scene, photograph, seen):
    possible = hand_of(scene)

    apart = look_aside(photograph, highest=scene.highest, possible=possible, count=len(seen.found))

    here = look(photograph, highest=scene.highest, possible=possible, count=len(seen.found))
    assert names(apart) == names(seen)
    # It computes with one thread: numbers may differ in their last digits, a corner by a tenth of a pixel.
    for one, other in zip(apart.found, here.found, strict=True):
        assert one.tile == other.tile
        assert np.array(one.corners) == pytest.approx(np.array(other.corners), abs=0.11)
        assert one.sure == pytest.approx(other.sure, abs=0.001)


def test_a_process_of_its_own_refuses_what_cannot_be_read():
    with pytest.raises(CannotLook, match="not-a-picture"):
        look_aside(b"no picture")


def test_a_second_picture_at_the_same_time_is_refused():
    with aside._turn, pytest.raises(CannotLook, match="busy"):
        look_aside(b"no picture")


def test_a_process_that_takes_too_long_is_ended(monkeypatch, photograph):
    monkeypatch.setattr(aside, "SECONDS", 0.01)

    with pytest.raises(CannotLook, match="took-too-long"):
        look_aside(photograph)
    assert not aside._turn.locked()


def test_a_process_that_dies_without_an_answer_is_refused(monkeypatch, photograph):
    monkeypatch.setattr(aside.sys, "executable", "/bin/false")

    with pytest.raises(CannotLook, match="not-a-picture"):
        look_aside(photograph)


def test_the_command_prints_json(capsys, tmp_path, scene, photograph, seen):
    path = tmp_path / "table.jpg"
    path.write_bytes(photograph)

    assert main(["look", str(path), "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["size"] == list(scene.picture.size)
    assert {frozenset(each) for each in told["tiles"]} == {frozenset({"tile", "corners", "sure"})}
    assert all(len(each["corners"]) == 4 and 0 <= each["sure"] <= 1 for each in told["tiles"])
    assert sorted(each["tile"] for each in told["tiles"]) == names(look(photograph, highest=12))


@pytest.mark.parametrize("highest", [6, 9, 12, 15])
def test_the_command_lists_the_tiles_and_their_pips(capsys, tmp_path, photograph, highest):
    path = tmp_path / "table.jpg"
    path.write_bytes(photograph)

    assert main(["look", str(path), "--tiles", str(highest)]) == 0

    *lines, total = capsys.readouterr().out.splitlines()
    found = look(photograph, highest=highest).found
    assert [line.split()[0] for line in lines] == [each.tile.name for each in found]
    assert total == f"{len(found)} tiles, {sum(each.tile.pips for each in found)} pips"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read"),
        (b"text", "cannot be read as a picture"),
        (b"x" * 7_000_000, "is too large"),
    ],
    ids=["no file", "text", "7 MB"],
)
def test_the_command_says_what_it_cannot_read(capsys, tmp_path, content, sentence):
    path = tmp_path / "table.jpg"
    if content is not None:
        path.write_bytes(content)

    assert main(["look", str(path)]) == 2

    assert sentence in capsys.readouterr().err


def test_the_command_says_what_is_missing(capsys, monkeypatch):
    monkeypatch.setattr(camera, "find_spec", {}.get)

    assert not camera.is_available()
    assert main(["look", "table.jpg"]) == 2
    assert "numpy is needed" in capsys.readouterr().err


def test_the_weights_are_those_that_the_readme_describes():
    digest = hashlib.sha256(camera.WEIGHTS.read_bytes()).hexdigest()

    assert digest in (ROOT / "referee/camera/README.md").read_text("utf-8")
    assert camera.WEIGHTS.stat().st_size <= 2_000_000


def test_a_seed_draws_the_same_scene_each_time(scene):
    again = draw_scene(CLEAR)

    assert again.picture.tobytes() == scene.picture.tobytes()
    assert [each[:2] for each in again.labels] == [each[:2] for each in scene.labels]


@given(st.data())
@settings(max_examples=60)
def test_damaged_pictures_are_opened_or_refused(data):
    written = bytearray(
        saved(
            Image.linear_gradient("L").resize((64, 48)).convert("RGB"),
            data.draw(st.sampled_from(["JPEG", "PNG", "WEBP"])),
        )
    )
    for _ in range(data.draw(st.integers(1, 12))):
        written[data.draw(st.integers(0, len(written) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(written)))

    for damaged in (bytes(written), bytes(written[:cut])):
        try:
            image, _ = picture.opened(damaged)
        except CannotLook as refused:
            assert refused.reason in {"not-a-picture", "too-large"}  # noqa: PT017 - it may also be opened
        else:
            assert image.mode == "RGB"
