"""``hlorepl kernel install`` and ``uninstall``."""

import json
import sys

import pytest
from jupyter_client.kernelspec import KernelSpecManager

from hlorepl_kernel.install import main


def installed(prefix, name="hlorepl"):
    return KernelSpecManager(kernel_dirs=[str(prefix / "share" / "jupyter" / "kernels")]).get_kernel_spec(name)


def test_install_writes_a_spec_that_jupyter_reads(tmp_path, capsys):
    assert main(["install", "--prefix", str(tmp_path)]) == 0
    spec = installed(tmp_path)
    assert spec.argv == [sys.executable, "-m", "hlorepl_kernel", "-f", "{connection_file}"]
    assert (spec.display_name, spec.language, spec.interrupt_mode) == ("StableHLO (hlorepl)", "stablehlo", "signal")
    assert {path.name for path in (tmp_path / "share/jupyter/kernels/hlorepl").iterdir()} == {
        "kernel.json", "logo-32x32.png", "logo-64x64.png", "logo-svg.svg",
    }  # fmt: skip
    package = json.loads((tmp_path / "share/jupyter/labextensions/hlorepl/package.json").read_text())
    assert (tmp_path / "share/jupyter/labextensions/hlorepl" / package["jupyterlab"]["_build"]["load"]).is_file()
    assert "installed hlorepl in" in capsys.readouterr().out


def test_options_reach_the_spec(tmp_path):
    options = ["--name", "hlo-gpu", "--display-name", "HLO on a GPU", "--env", "A", "1", "--env", "B", "x y"]
    assert main(["install", "--prefix", str(tmp_path), *options]) == 0
    spec = installed(tmp_path, "hlo-gpu")
    assert (spec.display_name, spec.env) == ("HLO on a GPU", {"A": "1", "B": "x y"})


def test_sys_prefix_and_user_choose_the_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "environment"))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "user"))
    assert main(["install", "--sys-prefix"]) == 0
    assert main(["install", "--user"]) == 0
    assert (tmp_path / "environment/share/jupyter/kernels/hlorepl/kernel.json").is_file()
    assert (tmp_path / "user/kernels/hlorepl/kernel.json").is_file()


def test_uninstall_takes_away_what_install_brought(tmp_path, capsys):
    folder = tmp_path / "share" / "jupyter"
    main(["install", "--prefix", str(tmp_path)])
    main(["install", "--prefix", str(tmp_path), "--name", "other"])
    assert main(["uninstall", "--prefix", str(tmp_path)]) == 0
    assert (folder / "labextensions/hlorepl").is_dir(), "the other kernel still needs it"
    assert main(["uninstall", "--prefix", str(tmp_path), "--name", "other"]) == 0
    assert [path for path in folder.rglob("*") if path.is_file()] == []
    assert main(["uninstall", "--prefix", str(tmp_path)]) == 1
    assert "no kernel 'hlorepl'" in capsys.readouterr().err


def test_uninstall_leaves_the_kernels_of_others_alone(tmp_path):
    spec = tmp_path / "share/jupyter/kernels/python3/kernel.json"
    spec.parent.mkdir(parents=True)
    spec.write_text('{"argv": ["python", "-m", "ipykernel_launcher"], "display_name": "Python", "language": "python"}')
    assert main(["uninstall", "--prefix", str(tmp_path), "--name", "python3"]) == 1
    assert spec.is_file()


def test_an_unwritable_folder_is_one_line(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["install", "--prefix", str(tmp_path / "file")]) == 1
    assert "error:" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["install", "--user", "--sys-prefix"], ["install", "--name", "../x"]])
def test_wrong_arguments_exit_2(arguments, capsys):
    with pytest.raises(SystemExit) as leaving:
        main(arguments)
    assert leaving.value.code == 2
    assert "usage: hlorepl kernel" in capsys.readouterr().err
