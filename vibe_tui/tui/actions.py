"""The one table of what a person can do, in the order of the help sheet.

An action's id is what the config rebinds and, with `_` for `-`, the name of the method `action_…`
on the widget or screen that holds its scope. Keys are Textual's names (`full_stop`, `ctrl+d`) or
single characters. Nothing is in the table that does not work.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding

from vibe_tui.model.section import LENSES, Lens
from vibe_tui.text import Text
from vibe_tui.tui.keys import Action, Scope, action

_PANES = (Scope.LIST, Scope.READER)
_WHOLE_TEXTS = (Scope.MAIN, Scope.DIGEST)
_ALL = (Scope.MAIN, Scope.DIGEST, Scope.COMPARE)
_APP = (Scope.APP,)
_LISTS = (Scope.SEARCH, Scope.NOTES)

_MOVING = (
    action("line-down", "j down", "下移|Down", "下一行或下一篇|Next line or row", _PANES),
    action("line-up", "k up", "上移|Up", "上一行或上一篇|Previous line or row", _PANES),
    action(
        "page-down",
        "space pagedown",
        "下一页|Page down",
        "翻一页；在报告末尾则打开下一篇未读|One page; at the end of a report, the next unread",
        _PANES,
    ),
    action("page-up", "b pageup", "上一页|Page up", "回翻一页|One page back", _PANES),
    action("half-down", "ctrl+d", "下半页|Half down", "向下半页|Half a page down", _PANES),
    action("half-up", "ctrl+u", "上半页|Half up", "向上半页|Half a page up", _PANES),
    action("top", "g home", "开头|Top", "到开头|To the beginning", _PANES),
    action("bottom", "G end", "末尾|Bottom", "到末尾|To the end", _PANES),
    action(
        "left",
        "left",
        "收起／左移|Fold / left",
        "列表里收起分组；报告里向左滚动表格|Fold the group; scroll a table left",
        _PANES,
    ),
    action(
        "right",
        "right",
        "展开／右移|Open / right",
        "列表里展开分组；报告里向右滚动表格|Open the group; scroll a table right",
        _PANES,
    ),
    action(
        "open",
        "enter",
        "打开|Open",
        "打开报告、折叠的章节或链接|Open the report, the folded section or the link",
        _PANES,
        hint=True,
    ),
)

_READING = (
    action("next-report", "J", "下一篇|Next report", "列表中的下一篇|Next in the list", _ALL),
    action("previous-report", "K", "上一篇|Previous report", "列表中的上一篇|Previous one", _ALL),
    action("next-unread", ".", "下一篇未读|Next unread", "打开下一篇未读报告|Open the next unread"),
    action("next-section", "]", "下一节|Next section", "到下一个标题|To the next heading", _ALL),
    action(
        "previous-section",
        "[",
        "上一节|Previous section",
        "到上一个标题|To the previous heading",
        _ALL,
    ),
    action(
        "summary",
        "s",
        "执行摘要|Summary",
        "只看执行摘要；再按恢复全文|Only the summary; again for everything",
        _ALL,
        hint=True,
    ),
    action(
        "limitations",
        "l",
        "局限性|Limitations",
        "只看局限性；再按恢复全文|Only the limitations; again for everything",
        _ALL,
        hint=True,
    ),
    action("fold", "z", "折叠|Fold", "折叠或展开这一节|Fold or open this section", _ALL),
    action("fold-all", "Z", "全部折叠|Fold all", "折叠或展开全部章节|Fold or open all", _ALL),
    action(
        "outline",
        "t",
        "大纲|Outline",
        "章节大纲；汇读里是报告的目录|The report's headings; in a digest its reports",
        _WHOLE_TEXTS,
        hint=True,
    ),
    action(
        "links", "o", "链接|Links", "按字母选屏幕上的链接|Pick a link on screen by its letter", _ALL
    ),
    action(
        "table",
        "v",
        "看表格／图|Table, picture",
        "整屏看这张表（排序、筛选、复制）或这幅图|This table or picture on the whole screen",
        _ALL,
    ),
    action(
        "copy",
        "y",
        "复制|Copy",
        "复制当前段落、链接或引文|Copy the paragraph, link or citation",
        _ALL,
    ),
    action(
        "select",
        "V",
        "选择文字|Select",
        "用键盘选一段文字：标注、复制、搜索|Select a passage by keys: note, copy or search it",
        _ALL,
    ),
    action(
        "edit", "e", "编辑|Edit", "用 $EDITOR 打开并停在这一行|Open in $EDITOR at this line", _ALL
    ),
    action("wider", "+ =", "加宽|Wider", "加宽正文|Wider text", _ALL),
    action("narrower", "-", "变窄|Narrower", "收窄正文|Narrower text", _ALL),
    action("text-only", "w", "只看正文|Text only", "隐去其他窗格|Hide the other panes"),
)

_LIBRARY = (
    action("search", "/", "搜索|Search", "在全部报告中搜索|Search everything", _ALL, hint=True),
    action(
        "search-word",
        "*",
        "搜这个词|Search this word",
        "在全部报告里搜选中的文字，或这一段里按字母选的词|"
        "Search everything for what is selected, or a word of the block picked by letter",
    ),
    action(
        "related",
        "R",
        "相关报告|Related",
        "同论文、代码、模型、基准或主题的报告|Reports that share papers, code, models, terms",
    ),
    action(
        "find",
        "f",
        "查找／筛选|Find / filter",
        "报告里查找；列表里筛选|Find in the report; filter the list",
        _ALL,
        hint=True,
    ),
    action("next-hit", "n", "下一处|Next hit", "下一处命中|Next hit", _ALL),
    action("previous-hit", "N", "上一处|Previous hit", "上一处命中|Previous hit", _ALL),
    action("read", "u", "已读／未读|Read / unread", "切换已读|Toggle read", _ALL),
    action(
        "mark-all-read",
        "a",
        "全部已读|All read",
        "把列表里的报告都标为已读，先询问|Mark all listed reports as read; asks first",
    ),
    action(
        "undo",
        "U",
        "撤销|Undo",
        "撤销上一次已读、星标、标注或对照标记的改动|"
        "Take back the last change of read, star, notes or marks to compare",
        _ALL,
    ),
    action("star", "m", "星标|Star", "加上或去掉星标|Star or unstar", _ALL),
    action(
        "note",
        "x",
        "标注|Note",
        "给选中的文字或当前段落标亮、写笔记|Highlight or note what is selected, or the block",
        _WHOLE_TEXTS,
    ),
    action("notes", "X", "全部标注|All notes", "列出全部标注和笔记|Every highlight and note"),
    action(
        "delete-note",
        "ctrl+r",
        "删除标注|Delete note",
        "删除选中的标注|Delete the selected note",
        (Scope.NOTES,),
    ),
    action(
        "group",
        "r",
        "分组|Group",
        "按日期、主题、来源、文件夹分组|Group by date, topic, source, folder",
    ),
    action(
        "digest",
        "D",
        "汇读|Digest",
        "用一个视图连着读列表里的报告|One lens over the listed reports, in one scroll",
        hint=True,
    ),
    action(
        "mark-comparison",
        "c",
        "标记对照|Mark to compare",
        "标记这篇报告用来对照；再按取消|Mark this report to be compared; again to unmark it",
        _ALL,
    ),
    action(
        "compare",
        "C",
        "对照|Compare",
        "并排看标记的报告：概况、摘要、方法、结果、局限|"
        "The marked reports side by side: facts, summaries, methods, results, limitations",
        (Scope.MAIN, Scope.DIGEST),
    ),
    action(
        "clear-comparison",
        "ctrl+x",
        "取消对照标记|Clear marks",
        "取消全部对照标记|Unmark all reports that were to be compared",
    ),
    action(
        "papers",
        "P",
        "论文|Papers",
        "列表里报告所讲论文的表：排序、筛选、复制、打开|"
        "A table of the papers behind the listed reports: sort, filter, copy, open",
    ),
    action("sync", "S", "同步|Sync", "从来源取来新报告|Fetch new reports from the sources"),
    action(
        "sources",
        "F",
        "来源|Sources",
        "各来源上次同步的时间、错误和篇数|When each source was last synced, its error, its reports",
    ),
    action("order", "O", "排序|Sort", "新的在前或旧的在前|Newest or oldest first"),
)

_SEARCHING = (
    action(
        "result-down",
        "down ctrl+n",
        "下一条结果|Next result",
        "选中下一条结果|Select the next result",
        _LISTS,
    ),
    action(
        "result-up",
        "up ctrl+p",
        "上一条结果|Previous result",
        "选中上一条结果|Select the previous result",
        _LISTS,
    ),
    action(
        "result-page-down",
        "pagedown",
        "下一页结果|More results",
        "结果向下一页|One page of results down",
        _LISTS,
    ),
    action(
        "result-page-up",
        "pageup",
        "上一页结果|Results before",
        "结果向上一页|One page of results up",
        _LISTS,
    ),
    action(
        "preview-down",
        "shift+down",
        "预览下移|Preview down",
        "预览向下半页|Half a page down in the preview",
        (Scope.SEARCH,),
    ),
    action(
        "preview-up",
        "shift+up",
        "预览上移|Preview up",
        "预览向上半页|Half a page up in the preview",
        (Scope.SEARCH,),
    ),
    action(
        "facets",
        "tab",
        "筛选结果|Narrow",
        "按章节、主题、体裁、年份筛选，写进查询里|"
        "Narrow by section, topic, genre, year; it is written into the query",
        (Scope.SEARCH,),
    ),
    action(
        "recall",
        "ctrl+r",
        "已存与最近|Saved and recent",
        "已存的和最近的搜索；在列表里用来筛选|Saved and recent searches; they filter the list",
        (Scope.MAIN, Scope.SEARCH),
    ),
    action(
        "save-search",
        "ctrl+s",
        "保存搜索|Save search",
        "给这个查询或筛选起名保存；名字留空则删除|"
        "Name this query or filter; an empty name forgets it",
        (Scope.MAIN, Scope.SEARCH),
    ),
)

_SCREEN = (
    action(
        "other-pane",
        "tab",
        "换窗格|Other pane",
        "在列表与报告间切换；对照时到下一篇|List or report; in a comparison, the next one",
        (Scope.MAIN, Scope.COMPARE),
    ),
    action(
        "back",
        "escape",
        "返回|Back",
        "返回上一处|One step back",
        (Scope.MAIN, *_LISTS, Scope.DIGEST, Scope.COMPARE),
    ),
    action(
        "history-back",
        "H",
        "后退|History back",
        "回到跳转之前的地方，或之前读的报告|Where a jump began, or the report before",
    ),
    action(
        "history-forward",
        "L",
        "前进|History forward",
        "前进到跳转之后的地方，或之后读的报告|Where a jump led, or the report after",
    ),
    action("help", "?", "帮助|Help", "全部按键，可搜索|All keys, searchable", _APP, hint=True),
    action(
        "palette",
        "ctrl+p",
        "命令面板|Palette",
        "按名称运行任何操作|Run any action by name",
        _APP,
        call="command_palette",
    ),
    action(
        "redraw", "ctrl+l", "重画|Redraw", "把整个屏幕重画一遍|Draw the whole screen again", _APP
    ),
    action(
        "suspend", "ctrl+z", "挂起|Suspend", "回到 shell，fg 回来|To the shell; fg returns", _APP
    ),
    action(
        "stop",
        "ctrl+c",
        "停止|Stop",
        "停止正在进行的同步或建索引，做完的留着|End the sync or the indexing; what is done stays",
        _APP,
    ),
    action("quit", "q", "退出|Quit", "退出|Quit", _APP, hint=True),
)


def sections(lenses: Iterable[Lens] = LENSES) -> tuple[tuple[Text, tuple[Action, ...]], ...]:
    """The table under the headings of the help sheet; every lens with a key has an action."""
    views = [
        Action(
            f"lens-{one.id}",
            (one.key,),
            one.name,
            Text(f"视图：{one.name.zh}", f"Lens: {one.name.en}"),
            _ALL,
            f"lens({one.id!r})",
        )
        for one in lenses
        if one.key
    ]
    return (
        (Text("移动", "Moving"), _MOVING),
        (Text("阅读", "Reading"), _READING),
        (Text("视图", "Lenses"), tuple(views)),
        (Text("文库", "Library"), _LIBRARY),
        (Text("搜索结果", "Search results"), _SEARCHING),
        (Text("界面", "Screen"), _SCREEN),
    )


def all_actions(lenses: Iterable[Lens] = LENSES) -> tuple[Action, ...]:
    """The whole table, in the order of the help sheet."""
    return tuple(one for _, actions in sections(lenses) for one in actions)


def bindings(scope: Scope) -> list[Binding]:
    """Textual's bindings for what `scope` holds; their ids make them open to rebinding."""
    return [
        Binding(
            ",".join(one.keys), one.method, one.label.zh, False, tooltip=one.tooltip.zh, id=one.id
        )
        for one in all_actions()
        if scope in one.scopes
    ]
