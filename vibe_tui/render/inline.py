"""Inline tokens → atoms: emphasis, links, code, formulas, notes, and HTML reduced to its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from markdown_it.token import Token

from vibe_tui.clean import clean_line
from vibe_tui.render.blocks import IMAGE_SIGN, Atom, Inline, Look, Role, plain_inline
from vibe_tui.render.emphasis import is_cjk, is_cjk_punctuation
from vibe_tui.render.html import UNSEEN, Tag, raised, read_tag, without_words

_WIDE = (
    "\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U00020000-\U0003ffff"
)
_BARE_LINK = re.compile(
    rf"(?:(?<![A-Za-z0-9])(?:https?|ftp)://|(?<![A-Za-z0-9@/._-])www\.(?=[^\s.]))[^\s<>\"`“”‘’…{_WIDE}]+"
    r"|(?<![A-Za-z0-9._%+/:-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?<!-)(?![A-Za-z0-9_-])"
)
_TRAILING = "?!.,:*_~'\""
_ENTITY = re.compile(r"&[A-Za-z0-9]+;$")
_LONGEST_ENTITY = 40
_OPENS = {")": "(", "]": "[", "}": "{"}
_is_hangul = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]").match
_JOINER = "\u200d"
_CLUSTER_REST = re.compile(
    "(?:\u200d.?|[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f\U0001f3fb-\U0001f3ff])+"
)

_PLAYED = frozenset(("video", "audio", "iframe", "embed", "source"))
_BOLD = frozenset(("b", "strong", "summary", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "th"))
_ITALIC = frozenset(("i", "em", "cite", "dfn", "var"))
_STRIKE = frozenset(("s", "del", "strike"))
_CODE = frozenset(("code", "kbd", "samp", "tt"))


def atoms_of(tokens: Sequence[Token]) -> Inline:
    """The atoms of a parsed inline token's children."""
    builder = Builder()
    if any(token.type == "html_inline" for token in tokens):
        tokens = [*_seen(tokens)]
        parts = [
            read_tag(token.content) if token.type == "html_inline" else token.content
            for token in tokens
        ]
        for token, part in zip(tokens, without_words(parts), strict=True):
            if isinstance(part, Tag):
                builder.tag(part)
            else:
                builder.token(token)
        return builder.finish()
    for token in tokens:
        builder.token(token)
    return builder.finish()


def _seen(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens without those between `<script>` and its closing tag."""
    at = 0
    while at < len(tokens):
        yield tokens[at]
        at = _after_unseen(tokens, at) if tokens[at].type == "html_inline" else at + 1


def _after_unseen(tokens: Sequence[Token], at: int) -> int:
    """The index of the tag that closes the one at `at`, if its words are never seen."""
    opening = read_tag(tokens[at].content)
    if opening.name in UNSEEN and not opening.closing:
        for end in range(at + 1, len(tokens)):
            if tokens[end].type == "html_inline":
                tag = read_tag(tokens[end].content)
                if tag.closing and tag.name == opening.name:
                    return end
    return at + 1


def _without_images(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens of an alternative text: an image in it is its own words."""
    for token in tokens:
        if token.type == "image":
            yield from _without_images(token.children or [])
        else:
            yield token


class Builder:
    """Collects atoms while looks are opened and closed."""

    def __init__(self) -> None:
        self._atoms: list[Atom] = []
        self._looks: list[tuple[str, Look]] = []
        self._look = Look()
        self._raised: list[tuple[str, int]] = []
        self._soft = False

    def finish(self) -> Inline:
        """What was collected, without blanks and breaks at the ends."""
        while self._raised:
            self._lower(self._raised[-1][0])
        atoms = self._atoms
        while atoms and (atoms[-1].text == "\n" or not atoms[-1].text.strip(" \t")):
            if atoms[-1].look.role is Role.CODE:
                break
            atoms.pop()
        return tuple(atoms)

    def token(self, token: Token) -> None:
        """Add what one inline token of the parser says."""
        match token.type:
            case "text" | "text_special":
                self.text(token.content)
            case "softbreak":
                self.soft_break()
            case "hardbreak":
                self.hard_break()
            case "code_inline":
                self._add(clean_line(token.content), replace(self._look, role=Role.CODE))
            case "math_inline":
                self.formula(token.content)
            case "footnote_ref":
                self._note(token.content)
            case "image":
                self._image(token)
            case "link_open":
                self._link(str(token.attrGet("href") or ""))
            case "strong_open" | "em_open" | "s_open" | "mark_open":
                self._open(token.tag, _changed(self._look, token.tag))
            case "strong_close" | "em_close" | "s_close" | "mark_close" | "link_close":
                self._close(token.tag)
            case _:
                self.text(token.content)

    def text(self, text: str) -> None:
        """Add words, with bare links in them made links."""
        text = clean_line(text)
        if self._look.link or not ("://" in text or "www." in text or "@" in text):
            self._add(text, self._look)
            return
        at = 0
        for match in _BARE_LINK.finditer(text):
            found = _trimmed(match.group())
            target = found
            if found.startswith("www."):
                target = "http://" + found
            elif "://" not in found:
                target = "mailto:" + found
            self._add(text[at : match.start()], self._look)
            self._add(found, replace(self._look, link=target, role=Role.LINK))
            at = match.start() + len(found)
        self._add(text[at:], self._look)

    def formula(self, tex: str) -> None:
        """Add an inline formula."""
        # Imported here: TeX takes 20 ms to import, and most first screens hold no formula.
        from vibe_tui.render.formula.inline import drawn_formula
        from vibe_tui.render.formula.letters import plain_letters

        drawn = clean_line(drawn_formula(tex)) or clean_line(tex)
        text = plain_letters(drawn)
        look = replace(self._look, role=Role.MATH)
        self._add(text, look, source=tex, glued=True, drawn=drawn if drawn != text else "")

    def soft_break(self) -> None:
        """A line break of the source: a space, but not between Chinese characters."""
        self._soft = bool(self._atoms)

    def hard_break(self) -> None:
        """A line break that is meant."""
        self._soft = False
        if self._atoms:
            self._atoms.append(Atom("\n", Look()))

    def tag(self, tag: Tag) -> None:
        """Add what an HTML tag does to the words around it."""
        name = tag.name
        if not name:
            return
        if tag.is_cell and not tag.closing:
            self.text(" ")
        elif tag.is_block and self._atoms and self._atoms[-1].text != "\n":
            self.hard_break()
        if name == "br":
            self.hard_break()
        elif name in ("sub", "sup"):
            if tag.closing:
                self._lower(name)
            else:
                self._raised.append((name, len(self._atoms)))
        elif name == "img":
            self._picture(tag.get("alt"), tag.get("src"))
        elif tag.closing:
            self._close(name)
        elif name in _PLAYED and (address := tag.get("src")):
            look = replace(self._look, role=Role.LINK, link=self._look.link or address)
            words = tag.get("title") or address.rstrip("/").rsplit("/", 1)[-1]
            self._add(clean_line(words), look, glued=True)
        elif name == "input":
            boxes = {"checkbox": "☐", "radio": "☐", "hidden": ""}
            words = boxes.get(tag.get("type").casefold(), tag.get("value"))
            self._add(clean_line("☑" if words and tag.has("checked") else words), self._look)
        elif name == "a":
            self._link(tag.get("href"))
        elif (look := _changed(self._look, name)) is not self._look:
            self._open(name, look)

    def _link(self, target: str) -> None:
        look = replace(self._look, link=clean_line(target), role=Role.LINK)
        self._open("a", look if target else self._look)

    def _open(self, name: str, look: Look) -> None:
        self._looks.append((name, self._look))
        self._look = look

    def _close(self, name: str) -> None:
        """End the innermost open look of that name, and those inside it."""
        for index in range(len(self._looks) - 1, -1, -1):
            if self._looks[index][0] == name:
                self._look = self._looks[index][1]
                del self._looks[index:]
                return

    def _lower(self, name: str) -> None:
        """End `<sub>` or `<sup>`: what was added since is set lower or higher."""
        if not self._raised or self._raised[-1][0] != name:
            return
        _, start = self._raised.pop()
        inside = self._atoms[start:]
        del self._atoms[start:]
        for atom, text in zip(
            inside, raised([one.text for one in inside], up=name == "sup"), strict=True
        ):
            self._merge(replace(atom, text=text))

    def _note(self, label: str) -> None:
        look = replace(self._look, link=f"#fn-{label}", role=Role.LINK)
        self._add(clean_line(f"[{label}]"), look, glued=True)

    def _image(self, token: Token) -> None:
        alt = plain_inline(atoms_of([*_without_images(token.children or [])]))
        self._picture(alt, str(token.attrGet("src") or ""))

    def _picture(self, alt: str, target: str) -> None:
        """An image: its alternative text, or its file's name, as a link to it."""
        words = alt.strip() or target.rsplit("/", 1)[-1]
        look = replace(self._look, role=Role.LINK, link=self._look.link or target)
        self._add(clean_line(IMAGE_SIGN + words), look, source=target)

    def _add(
        self, text: str, look: Look, *, source: str = "", glued: bool = False, drawn: str = ""
    ) -> None:
        if not text:
            return
        if self._soft:
            self._soft = False
            last = self._atoms[-1].text[-1:]
            if last != "\n" and _needs_space(last, text[0]):
                self._merge(Atom(" ", self._look))
        self._merge(Atom(text, look, source, glued, drawn))

    def _merge(self, atom: Atom) -> None:
        atoms = self._atoms
        fixed = self._raised[-1][1] if self._raised else 0
        last = atoms[-1] if len(atoms) > fixed else None
        joiner = _JOINER if last and last.text.endswith(_JOINER) else ""
        torn = _CLUSTER_REST.match(joiner + atom.text)
        if torn:
            # A cluster keeps one look: drawn in two parts it would have another width.
            size = torn.end() - len(joiner)
            if last and last.text != "\n" and not last.source:
                atoms[-1] = replace(last, text=last.text + atom.text[:size])
                atom = replace(atom, text=atom.text[size:])
                if not atom.text:
                    return
            elif atom.text[0] == _JOINER:
                atom = replace(atom, text="\ufffd" + atom.text[1:])
        if len(atoms) > fixed and not atom.source and not atom.glued:
            last = atoms[-1]
            if last.look == atom.look and not last.source and not last.glued and last.text != "\n":
                atoms[-1] = Atom(last.text + atom.text, atom.look)
                return
        atoms.append(atom)


def _changed(look: Look, tag: str) -> Look:
    """What a tag makes of the look around it."""
    if tag in _BOLD:
        return replace(look, bold=True)
    if tag in _ITALIC:
        return replace(look, italic=True)
    if tag in _STRIKE:
        return replace(look, strike=True)
    if tag == "mark" and look.role is Role.TEXT:
        return replace(look, role=Role.HIGHLIGHT)
    return replace(look, role=Role.CODE) if tag in _CODE else look


def _needs_space(before: str, after: str) -> bool:
    """Whether a line break between two characters is a space (CSS Text 4, segment breaks)."""
    if before in " \t" or after in " \t":
        return False
    if is_cjk_punctuation(before) or is_cjk_punctuation(after):
        return False
    wide = is_cjk(before) and is_cjk(after)
    return not wide or _is_hangul(before) is not None or _is_hangul(after) is not None


def _trimmed(link: str) -> str:
    """A bare link without the punctuation of the sentence that it stands in."""
    surplus = {closing: link.count(closing) - link.count(_OPENS[closing]) for closing in _OPENS}
    end = len(link)
    while end:
        last = link[end - 1]
        if last in _TRAILING:
            end -= 1
        elif last == ";":
            entity = _ENTITY.search(link, max(end - _LONGEST_ENTITY, 0), end)
            end = entity.start() if entity else end - 1
        elif surplus.get(last, 0) > 0:
            surplus[last] -= 1
            end -= 1
        else:
            break
    return link[:end]
