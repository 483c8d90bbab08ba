"""The server as somebody starts it, and a phone that opens it."""

import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


def test_a_phone_is_told_in_words_that_a_link_leads_nowhere(phone):
    answer = phone.goto("/t/nobody-has-this-link")

    assert answer.status == 404
    expect(phone.get_by_role("heading", level=1)).to_have_text("There is no such page")
    assert Axe().run(phone).violations_count == 0


def test_the_test_phone_has_no_more_rights_than_one_on_a_home_network(phone):
    phone.goto("/")

    assert phone.evaluate("isSecureContext") is False


def test_the_server_starts_again_on_the_same_tables_after_a_power_cut(own_server):
    own_server.kill()
    own_server.start()

    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(own_server.local_url + "/nowhere")
    refused.value.close()
    assert refused.value.code == 404


@pytest.mark.parametrize("how", ["press_ctrl_c", "stop"])
def test_it_stops_without_a_trace(own_server, how):
    getattr(own_server, how)()

    assert own_server.tells("Stopped. The tables are kept.")
    assert "Traceback" not in "".join(own_server.said)


def test_a_port_in_use_is_said_in_a_sentence(server, tmp_path):
    command = [sys.executable, "-m", "referee", "--host", "127.0.0.1", "--port", str(server.port)]
    refused = subprocess.run([*command, "--data", str(tmp_path)], capture_output=True, text=True, check=False)

    assert refused.returncode == 1
    assert refused.stderr.startswith(f"Port {server.port} is in use")
    assert "Traceback" not in refused.stderr
