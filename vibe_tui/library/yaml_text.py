"""YAML of front matter, read and written so that values stay as people wrote them.

Only mappings, lists, whole numbers, `true`, `false` and text come out: whatever YAML would turn
into something else (a date, `yes`, `10:00`, `1.50`, `null`) is kept as its own words, in a
`Written`, which is put back without quotes. Tags are ignored, so no input constructs an object.
Imported only when a file is really read, because PyYAML costs a start its time.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from enum import Enum

import frontmatter
import yaml
from frontmatter.default_handlers import YAMLHandler
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from vibe_tui.library.front_matter import Meta, Value, Written
from vibe_tui.text import Text

_LOADER: type[yaml.SafeLoader] | type[yaml.CSafeLoader] = getattr(
    yaml, "CSafeLoader", yaml.SafeLoader
)
_STR = "tag:yaml.org,2002:str"
_NULL = "tag:yaml.org,2002:null"
_BOOL = "tag:yaml.org,2002:bool"
_INT = "tag:yaml.org,2002:int"
_MERGE = "tag:yaml.org,2002:merge"
_SIGN = re.compile(r"\s*[^\s:]+:\s+[\[{@`%*&!|>]")
MOST_ALIASED = 10_000
"""Values that aliases may add to those that stand in the text."""
DEEPEST = 60


class YamlError(Exception):
    """The text is no mapping that can be read; `line` counts from 0 within it."""

    def __init__(self, line: int, message: Text) -> None:
        super().__init__(message.en)
        self.line = line
        self.message = message


def load_mapping(block: str) -> tuple[Meta, list[tuple[int, str]]]:
    """The mapping in `block`, and the line (from 0) and name of every key that came twice.

    The last of equal keys wins, as in YAML parsers. Raises `YamlError`.
    """
    try:
        root = yaml.compose(block, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlError(mark.line if mark else 0, _why(block, mark, error)) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise YamlError(0, Text("不是有效的 YAML", "is no valid YAML")) from error
    if root is None:
        return {}, []
    if not isinstance(root, MappingNode):
        raise YamlError(
            0, Text("元数据不是“键: 值”的形式", "front matter is no list of `key: value`")
        )
    _refuse_bombs(root)
    doubles: list[tuple[int, str]] = []
    return _mapping(root, doubles), doubles


def dump_post(meta: Mapping[str, object], body: str) -> str:
    """A report's whole text: `meta` as block YAML between fences, an empty line, and `body`."""
    post = frontmatter.Post(body)
    post.metadata.update(meta)
    return frontmatter.dumps(post, handler=_Handler())


def _why(block: str, mark: yaml.Mark | None, error: yaml.MarkedYAMLError) -> Text:
    lines = block.split("\n")
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    if line.lstrip(" ").startswith("\t"):
        return Text("缩进用了制表符，请改用空格", "a tab indents the line; use spaces")
    if "mapping values" in str(error.problem):
        return Text(
            "值里有“: ”，请给整个值加引号",
            "the value holds `: `; put quotes around the whole value",
        )
    if _SIGN.match(line):
        return Text(
            "值以特殊符号开头，请给整个值加引号", "the value begins with a sign; put it in quotes"
        )
    return Text("YAML 有误，请检查这一行", f"is no valid YAML here ({error.problem})")


def _children(node: Node) -> Iterator[Node]:
    if isinstance(node, MappingNode):
        for key, value in node.value:
            yield key
            yield value
    elif isinstance(node, SequenceNode):
        yield from node.value


def _refuse_bombs(root: Node) -> None:
    """Refuse a tree that is too deep, or that aliases blow up far beyond its text."""
    sizes: dict[int, int] = {}

    def size(node: Node, depth: int) -> int:
        if isinstance(node, ScalarNode):
            return 1
        known = sizes.get(id(node))
        if known is not None:
            if known < 0:
                raise YamlError(
                    node.start_mark.line, Text("别名引用了自己", "an alias refers to itself")
                )
            return known
        if depth > DEEPEST:
            raise YamlError(node.start_mark.line, Text("嵌套过深", "is nested too deeply"))
        sizes[id(node)] = -1
        total = 1 + sum(size(child, depth + 1) for child in _children(node))
        sizes[id(node)] = total
        return total

    expanded = size(root, 0)
    if expanded > MOST_ALIASED:
        written = len(sizes) + sum(
            isinstance(child, ScalarNode) for node in _containers(root) for child in _children(node)
        )
        if expanded > written + MOST_ALIASED:
            raise YamlError(0, Text("别名展开后过大", "its aliases expand to far too much"))


def _containers(root: Node) -> Iterator[Node]:
    seen: set[int] = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, ScalarNode) or id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        todo.extend(_children(node))


def _mapping(node: MappingNode, doubles: list[tuple[int, str]]) -> Meta:
    merged: Meta = {}
    own: Meta = {}
    for key_node, value_node in node.value:
        if key_node.tag == _MERGE and isinstance(value_node, MappingNode):
            merged |= _mapping(value_node, [])
            continue
        key = key_node.value if isinstance(key_node, ScalarNode) else str(_value(key_node, []))
        if key in own:
            doubles.append((key_node.start_mark.line, key))
        own[key] = _value(value_node, doubles)
    return merged | own


def _value(node: Node, doubles: list[tuple[int, str]]) -> Value:
    if isinstance(node, MappingNode):
        return _mapping(node, doubles)
    if isinstance(node, SequenceNode):
        return [_value(child, doubles) for child in node.value]
    text = str(node.value)
    if node.tag == _STR:
        return text
    if node.tag == _NULL and not text:
        return None
    if node.tag == _BOOL and text in ("true", "false"):
        return text == "true"
    if node.tag == _INT and len(text) < 19 and text.isascii() and str(_int(text)) == text:
        return int(text)
    return Written(text)


def _int(text: str) -> int | None:
    return int(text) if text.lstrip("-").isdigit() else None


class _Dumper(yaml.SafeDumper):
    """Writes lists indented below their key, and `Written` values as they were."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: object) -> bool:
        return True


class _Handler(YAMLHandler):
    """Exports metadata in the order of its keys, without breaking or quoting what people wrote."""

    def export(self, metadata: dict[str, object], **_: object) -> str:
        return yaml.dump(
            metadata,
            Dumper=_Dumper,
            allow_unicode=True,
            sort_keys=False,
            width=1_000_000,
            default_flow_style=False,
        ).rstrip("\n")


def _written(dumper: yaml.SafeDumper, value: Written) -> Node:
    node = yaml.compose(str(value), Loader=_LOADER)
    return node or dumper.represent_scalar(_NULL, str(value))


def _enum(dumper: yaml.SafeDumper, value: Enum) -> Node:
    return dumper.represent_scalar(_STR, str(value.value))


def _moment(dumper: yaml.SafeDumper, value: dt.datetime) -> Node:
    return dumper.represent_scalar("tag:yaml.org,2002:timestamp", value.isoformat())


def _tuple(dumper: yaml.SafeDumper, value: tuple[object, ...]) -> Node:
    return dumper.represent_list(value)


_Dumper.add_representer(Written, _written)
_Dumper.add_representer(dt.datetime, _moment)
_Dumper.add_representer(tuple, _tuple)
_Dumper.add_multi_representer(Enum, _enum)
