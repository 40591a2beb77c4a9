"""Words that several rooms of the app say, in both languages.

What only one module says stands in that module. No code here, and nothing of one screen's looks.
"""

from __future__ import annotations

from vibe_tui.text import Text

LIST_TITLE = Text("报告", "Reports")
UNREAD = Text("{n} 未读", "{n} unread")
FILTERED = Text("筛选", "filtered")
TO_LIST = Text("到列表", "To the list")
CLEAR_FILTER = Text("清除筛选", "Clear filter")
FILTER = Text("筛选：词语 主题: is:unread since:7d", "Filter: words topic: is:unread since:7d")
LIST_KEPT = Text("{wrong}，列表照旧", "{wrong}: the list stays as it was")
NO_MATCH = Text(
    "没有符合筛选的报告。\n‹back› 清除筛选", "No report matches the filter.\n‹back› clears it"
)
NO_REPORTS = Text(
    "文库里还没有报告。\n\n在命令行用 vibe import 文件 导入文本，\n"
    "或用 vibe 文件夹 打开一个文件夹。",
    "There is no report yet.\n\nImport text with vibe import FILE,\n"
    "or open a folder with vibe FOLDER.",
)
FOLDER_GONE = Text("文件夹不在了", "the folder is gone")
MORE_PROBLEMS = Text("处还有问题", "more things are wrong")
MORE_PROBLEMS_HINT = Text("vibe doctor 列出全部", "`vibe doctor` lists them all")
FOLDER_GONE_HINT = Text("它回来时报告会自己出现", "the reports come back with it")
NO_REPORTS_HERE = Text("列表里没有报告", "No report is listed")
NO_REPORT_SELECTED = Text("先选一篇报告", "Select a report first")
NO_UNREAD = Text("没有别的未读报告", "No other unread report")
NO_NEXT = Text("已经是列表里最后一篇", "This is the last report of the list")
NO_PREVIOUS = Text("已经是列表里第一篇", "This is the first report of the list")
REPORT_GONE = Text("那篇报告已经不在了", "That report is no longer there")
NO_BACK = Text("前面没有读过的地方了", "Nothing was read before")
NO_FORWARD = Text("后面没有读过的地方了", "Nothing was read after")
OLDEST = Text("旧的在前", "oldest first")
SCANNING = Text("正在查看文库…", "looking at the library…")
SCANNED_SOME = Text("正在查看文库… {done}/{total}", "looking at the library… {done}/{total}")
INDEXING = Text("正在更新索引… {done}/{total}", "updating the index… {done}/{total}")
LENS_IS = Text("视图：{lens}", "Lens: {lens}")
OUTLINE = Text("大纲", "Outline")
REFUSED = Text("不打开这种链接", "This kind of link is not opened")
REFUSED_CHOICES = (("y", Text("复制", "copy")), ("escape", Text("关闭", "close")))
NO_TARGET = Text("{target} 不是文库里的报告", "{target} is no report of the library")
NO_HEADING = Text("这篇报告里没有 {target}", "{target} is not in this report")
PICTURES_ARE_OFF = Text(
    "{target} 是图片：设置 images = true 才显示",
    "{target} is a picture: set images = true to see it",
)
OPEN_LINK = Text("打开链接", "Open link")
LINK = Text("链接", "the link")
COPIED = Text("已复制：{what}", "copied {what}")
HANDED_OVER = Text("已交给终端的剪贴板：{what}", "handed to the terminal's clipboard: {what}")
NO_BROWSER = Text("这里没有浏览器", "There is no browser here")
NO_BROWSER_CHOICES = (("escape", Text("关闭", "close")),)
OPENING = Text("正在打开 {target}", "opening {target}")
LINK_CHOICES = (
    ("enter", Text("打开", "open")),
    ("y", Text("复制", "copy")),
    ("escape", Text("取消", "cancel")),
)
ALL_READ = Text("全部标为已读", "Mark all read")
ALL_READ_HOW_MANY = Text("列表里有 {n} 篇未读", "{n} unread reports are listed")
YES_NO = (("enter", Text("确定", "yes")), ("escape", Text("取消", "cancel")))
IN_MEMORY = Text(
    "先放在内存里，磁盘有空间、能写时写入",
    "kept in memory until the disk has room, or can be written",
)
UNDONE = Text("已撤销 {change}", "taken back: {change}")
NOTHING_TO_UNDO = Text("没有可撤销的改动", "nothing to take back")
SYNCING = Text("正在同步…", "syncing…")
SYNCING_ONE = Text("正在同步 {done}/{total} {source}", "syncing {done}/{total} {source}")
SYNCED = Text(
    "同步完成：新增 {added} 篇，更新 {updated} 篇", "synced: {added} new, {updated} updated"
)
SYNCED_NOTHING = Text("同步完成：没有新内容", "synced: nothing new")
OFFLINE = Text("没有网络：来源都连不上", "no network: no source answers")
NO_SOURCES = Text(
    "还没有来源；用 vibe source add 地址 添加",
    "there is no source; vibe source add ADDRESS adds one",
)
NO_SUSPEND = Text("这个终端不能让给别的程序", "this terminal cannot be handed to another program")
NOTE_IN_REPORT = Text(
    "标注写在报告里：先按 ‹open› 打开", "notes belong to the report: ‹open› opens it"
)
NO_NEXT_SECTION = Text("后面没有章节了", "There is no further section")
NO_PREVIOUS_SECTION = Text("已经在开头", "This is the beginning")
NO_SECTION_HERE = Text("这里不在章节里，没有可折叠的", "No section is here to fold")
NO_HEADINGS = Text("这篇报告没有标题", "this report has no headings")
MARKED = Text("对照 {n} 篇", "Compare {n}")
MARKED_TO_COMPARE = Text("已标记对照：共 {n} 篇", "marked to compare: {n} in all")
NO_MARK = Text("已取消对照标记：还有 {n} 篇", "no longer marked to compare: {n} left")
ONE_MORE = Text("；再标一篇，按 ‹compare› 并排看", "; mark one more, then ‹compare›")
TOO_FEW_MARKED = Text(
    "先用 ‹mark-comparison› 标记两篇或更多报告（已标 {n} 篇），再按 ‹compare›",
    "mark two or more reports with ‹mark-comparison› ({n} so far), then press ‹compare›",
)
CLEARED = Text("已取消 {n} 个对照标记；‹undo› 撤销", "{n} marks cleared; ‹undo› takes that back")
NOTHING_MARKED = Text("没有标记对照的报告", "no report is marked to be compared")


COPIED_TO_LIBRARY = Text(
    "自带的报告先复制到了文库：{path}", "the bundled report was first copied to {path}"
)


def marked_for_comparison(marked: bool, count: int) -> Text:
    """That a report was marked to be compared, or no longer is, and how many are."""
    said = (MARKED_TO_COMPARE if marked else NO_MARK).format(n=count)
    more = ONE_MORE if count == 1 and marked else Text("", "")
    return Text(said.zh + more.zh, said.en + more.en)


def characters(count: int) -> Text:
    """So many characters."""
    return Text(f"{count} 字", f"{count} character{'' if count == 1 else 's'}")


def undone(change: Text | None) -> Text:
    """That a change was taken back, or that there was none."""
    return UNDONE.format(change=change) if change is not None else NOTHING_TO_UNDO


def reports(count: int) -> Text:
    """So many reports."""
    return Text(f"{count} 篇", f"{count} {'report' if count == 1 else 'reports'}")


def notes(count: int) -> Text:
    """So many notes."""
    return Text(f"{count} 条标注", f"{count} {'note' if count == 1 else 'notes'}")
