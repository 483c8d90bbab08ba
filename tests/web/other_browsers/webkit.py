"""WebKit as a phone has it: GTK's small browser, driven by WebDriver, on a screen that nobody sees."""

import os
import subprocess
import warnings
from typing import Any

from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.web.other_browsers.driven import HEIGHT, SECONDS, WIDTH, DrivenPhone


class WebKit(DrivenPhone):
    """One page of WebKit with a screen of its own."""

    def __init__(self, programs: tuple[str, str, str], server: str) -> None:
        super().__init__(server)
        driver, browser, screen = programs
        self._screen, display = _show(screen)
        options = Options()
        options.binary_location = browser
        options.add_argument("--automation")
        settings = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # Selenium warns of a call of its own
                self._driver = WebKitGTK(options=options, service=Service(driver, env=settings))
            self._driver.set_window_size(WIDTH, HEIGHT)
            self._driver.set_page_load_timeout(SECONDS)
        except BaseException:
            self.close()
            raise

    def go(self, url: str) -> None:
        """Open a page and wait until its scripts have run."""
        self._driver.get(url)

    def run(self, body: str, *given: Any) -> Any:
        """Run the body of a function on the page."""
        return self._driver.execute_script(body, *given)

    def tap_at(self, x: float, y: float) -> None:
        """Press a point of the screen."""
        actions = ActionBuilder(self._driver)
        actions.pointer_action.move_to_location(round(x), round(y)).click()
        actions.perform()

    def close(self) -> None:
        """End the browser and its screen."""
        driver = getattr(self, "_driver", None)
        if driver is not None:
            driver.quit()
        self._screen.terminate()
        self._screen.wait(SECONDS)


def _show(program: str) -> tuple[subprocess.Popen[bytes], str]:
    """A screen in memory, and the number by which programs find it."""
    reads, writes = os.pipe()
    screen = subprocess.Popen(
        [program, "-displayfd", str(writes), "-screen", "0", "1024x900x24", "-nolisten", "tcp"],
        pass_fds=(writes,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writes)
    with os.fdopen(reads) as told:
        return screen, f":{told.readline().strip()}"
