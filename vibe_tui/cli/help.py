"""What `vibe --help` prints: the two ways to call it, the commands, the global options."""

from __future__ import annotations

from collections.abc import Iterable

from vibe_tui.cli.command import Command
from vibe_tui.text import Language, Text

_PAGE = Text(
    """\
{summary}

用法：
  vibe [PATH …]      打开阅读器：文库，或文件、文件夹、-（标准输入）
  vibe 命令 [选项]   与命令同名的文件写成 ./list

命令：
{commands}

全局选项，放在命令前后都可以：
  --library DIR      用这个文库（也可设 VIBE_LIBRARY），不列自带报告
  --config FILE      用这个配置文件
  --json             输出 JSON
  --lang zh|en       界面语言
  --help             帮助；vibe 命令 --help 看该命令的用法
  --version          版本
""",
    """\
{summary}

Usage:
  vibe [PATH …]             open the reader: the library, or files, folders, - (standard input)
  vibe COMMAND [options]    write ./list for a file with the name of a command

Commands:
{commands}

Global options, before or after the command:
  --library DIR      use this library (or VIBE_LIBRARY), without the bundled reports
  --config FILE      use this file of settings
  --json             print JSON
  --lang zh|en       language of the interface
  --help             help; vibe COMMAND --help for one command
  --version          version
""",
)


def help_page(summary: Text, commands: Iterable[Command], language: Language) -> str:
    """The help of `vibe` itself."""
    rows = [(command.name, command.summary.pick(language)) for command in commands]
    wide = max(len(name) for name, _ in rows)
    listed = "\n".join(f"  {name:{wide}}  {what}" for name, what in rows)
    return _PAGE.pick(language).format(summary=summary.pick(language), commands=listed)
