"""Dates as feeds write them: each gets its day, which no zone moves."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.sync.feed.dates import UNDATED, first_date, read_date
from vibe_tui.sync.feed.entry import Body, when_of
from vibe_tui.sync.feed.read import read_feed
from vibe_tui.sync.http.request import Spool

DAYS = {
    "2024-07-08": (
        "2024/7/8", "2024.07.08", "20240708", "2024-07-08T10", "2024-07-08T10:14+0800",
        "20240708T101455Z", "2024-07-08T25:00:00Z", "2024-07-08T10:00:00+99:99",
        "2024-W28-1", "2024W281", "2024-W28", "1720431234", "1720431234000", "1720431234.5",
        "2024年7月8日", "2024年7月8日 星期一 上午10:05", "2024年7月8日 下午3点05分",
        "2024年7月8日（星期一）", "七月 8, 2024", "2024年7月8日 週一", "2024년 7월 8일 월요일",
        "Mon Jul 08 10:00:00 CST 2024", "Mon Jul 08 01:16:00 +0000 2024", "Mon Jul 8 2024",
        "Mon Jul 08 2024 00:10:00 GMT+0800 (中国标准时间)", "Mon,08 Jul 2024 18:28:36 -0000",
        "Mon, 2024/07/08 08:19:53 EDT", "08-Jul-2024", "8-Jul-24 10:30:00 GMT", "Jul-08-2024",
        "July 8th, 2024", "8th July 2024", "Jul 8, 2024, 10:00 PM EST", "8.7.2024 10:30", "8.7.24",
        "7/8/2024", "08-07-2024", "7/8/24 9:00 AM", "Mon, 07/08/2024 - 19:19",
        "2024-július-08T9:15-05:00", "2024. július 8.", "Mon, 08 07 2024 08:51:49 +0100",
        "Δευ, 8 Ιούλ 2024 12:00:00 EST", "8 Ιουλίου 2024", "lun., 8 juil. 2024 08:00:00 +0200",
        "Montag, 8. Juli 2024", "8 de julho de 2024", "8 luglio 2024", "8 juli 2024",
        "пн, 08 июл 2024 10:00:00 +0300", "8 липня 2024", "8 lipca 2024", "8. července 2024",
        "8 iulie 2024", "8. heinäkuuta 2024", "8 Temmuz 2024", "Mon, 8 Jul 2024 10:00:00 -24:00",
    ),
    "2024-07-23": ("23/07/2024", "7/23/2024", "Fri, 23/07/2024", "15:04 23.07.2024 -0700"),
    "2024-07-01": ("2024-07", "2024年7月", "July 2024", "Juillet 2024", "7/2024"),
    "2024-03-10": ("10 Mart 2024", "10 mars 2024"),
    "2024-01-01": ("2024",),
    "1999-12-31": ("31 Dec 99 10:00 GMT", "31.12.1999"),
    "0001-01-01": ("Mon, 01 Jan 0001 00:00:00 GMT", "0001-01-01T00:00:00"),
    "9999-12-31": ("31 грудня 9999", "31 Dec 9999 23:59:59 -0500", "31 déc. 9999 23:59:59 +0500"),
    "1601-12-31": ("31. Dezember 1601",),
    "": (
        "", "yesterday", "2 days ago", "2024-13-01", "2024-02-30", "30 Feb 2024", "99 Jun 2009",
        "2024-W54", "10:00", "12:30 12 May", "May 10 10:30", "Monday", "8 July", "08-07-24",
        "1.5.2", "Spring 2024", "Vol 3 2024", "Issue 12, 2024", "July 2024 10:30", "2024-Q3",
        "00:00 2024", "Mon, 00 Jan 0000 00:00:00 GMT", "1 Jan 99999999999999999999 10:00",
        "31 déc. 9999 23:59:59 -0500",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("written", "day"), [(one, day) for day, written in DAYS.items() for one in written]
)
def test_the_day_is_that_of_the_source(written: str, day: str) -> None:
    found = read_date(written).day
    assert (found.isoformat() if found else "") == day


MOMENTS = {
    "Thu, 30 Apr 2015 08:57:00 MEST": "2015-04-30T08:57:00+02:00",
    "Wed, 19 Feb 2012 22:40:00 GMT-02:00": "2012-02-19T22:40:00-02:00",
    "Mon, 13 Feb, 2012 06:28:00 UTC": "2012-02-13T06:28:00+00:00",
    "Mon, 26 January 2004 16:31:00 PT": "2004-01-26T16:31:00-08:00",
    "Thu Aug 30 2012 17:26:16 +0200": "2012-08-30T17:26:16+02:00",
    "Sun Jul 15 01:16:00 +0200 2012": "2012-07-15T01:16:00+02:00",
    "2004-05-25 오후 11:23:17": "2004-05-25T23:23:17+00:00",
    "2004년 05월 28일  01:31:15": "2004-05-28T01:31:15+00:00",
    "2024年07月23日 下午3:05": "2024-07-23T15:05:00+00:00",
    "2024-7-8 9:05:30": "2024-07-08T09:05:30+00:00",
    "2024-07-23 09:05:30 +0800": "2024-07-23T09:05:30+08:00",
    "Jul 23, 2024, 12:05 a.m.": "2024-07-23T00:05:00+00:00",
    "Tue, 23 Jul 2024 10:00:00 PM EST": "2024-07-23T22:00:00-05:00",
    "2003-12-31T10:14:55.1234Z": "2003-12-31T10:14:55.123400+00:00",
    "Tue, 23 Jul 2024 10:00:00 XYZ": "",
    "Tue, 23 Jul 2024 24:00:00 GMT": "",
    "Tue, 23 Jul 2024 10:00:00 -24:00": "",
    "0001-01-01T00:00:00+08:00": "0001-01-01T00:00:00+08:00",
}


@pytest.mark.parametrize(("written", "moment"), MOMENTS.items())
def test_the_moment_has_the_zone_of_the_source(written: str, moment: str) -> None:
    found = read_date(written).moment
    assert (found.isoformat() if found else "") == moment


@pytest.mark.parametrize(("title", "hours"), [("日报", 8), ("Daily", -6)])
@pytest.mark.parametrize(
    "written", ["Tue, 23 Jul 2024 00:30:00 CST", "Tue Jul 23 00:30:00 CST 2024"]
)
def test_cst_is_of_china_where_the_source_is(title: str, hours: int, written: str) -> None:
    when = when_of((written,), (Body(title),))
    assert when.day == dt.date(2024, 7, 23)
    assert when.moment is not None
    assert when.moment.utcoffset() == dt.timedelta(hours=hours)


def test_a_machine_without_a_zone_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Nowhere/Else")
    assert read_date("8 juillet 2024 9:05").moment == dt.datetime(2024, 7, 8, 9, 5, tzinfo=dt.UTC)


def test_the_first_date_that_names_a_day_counts() -> None:
    assert first_date(["soon", "2024-07-23", "2024-07-24"]).day == dt.date(2024, 7, 23)
    assert first_date(["soon"]) == UNDATED


@given(st.text(st.sampled_from("0123456789-/.:TZWamJul年月日十 +,")) | st.text())
def test_no_text_brings_it_down(text: str) -> None:
    when = read_date(text)
    assert when.moment is None or (when.day and when.moment.date() == when.day)


@given(st.dates(dt.date(1000, 1, 1), dt.date(2999, 12, 31)))
def test_every_day_is_read_in_every_form(day: dt.date) -> None:
    for form in (
        "%Y-%m-%d",
        "%Y%m%d",
        "%d %b %Y",
        "%B %d, %Y",
        "%G-W%V-%u",
        "%Y年%m月%d日",
    ):
        assert read_date(day.strftime(form)).day == day, form


ELEMENTS = (
    "pubDate", "PubDate", "date", "published", "updated", "modified", "created", "issued", "time",
    "lastBuildDate", "dc:date", "dc:created", "dcterms:issued", "dcterms:available", "publishDate",
    "dcterms:dateSubmitted", "prism:publicationDate", "createdAt", "pub_date", "timestamp",
)  # fmt: skip


@pytest.mark.parametrize("element", ELEMENTS)
def test_every_element_that_tells_a_date_is_read(element: str) -> None:
    entry = f"<title>x</title><{element}>2024-07-23</{element}>"
    spaces = "".join(
        f' xmlns:{name}="https://{name}.example/"' for name in ("dc", "dcterms", "prism")
    )
    data = f'<rss version="2.0"{spaces}><channel><item>{entry}</item></channel></rss>'
    (item,) = read_feed(Spool(data.encode()), "feed.xml").items
    assert item.date == dt.date(2024, 7, 23)


@pytest.mark.parametrize("written", ["031231", "03-12-31", "03365", "2003-012-31T10:14:55+00:00"])
def test_what_only_the_library_of_feeds_reads_is_read_by_it(written: str) -> None:
    data = f"<rss version='2.0'><item><title>x</title><pubDate>{written}</pubDate></item></rss>"
    (item,) = read_feed(Spool(data.encode()), "feed.xml").items
    assert item.date is not None
    assert item.date.year == 2003


@pytest.mark.parametrize(
    "written",
    [
        "2024-02-30", "2024/13/01", "2024-02-30T01:03:00Z", "2023-02-29", "2024-04-31 10:00",
        "30 Feb 2024 10:00:00 GMT", "Sun, 30 Feb 2024 03:01:00 +0800", "20240230", "2024-366-01",
        "2024-01-00", "2024年2月30日", "31/04/2024",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "form",
    [
        "<rss version='2.0'><item><title>x</title><pubDate>{}</pubDate></item></rss>",
        "<rss version='2.0'><item><title>x</title><dc:date xmlns:dc='http://purl.org/dc/elements/1.1/'>"
        "{}</dc:date></item></rss>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>x</title><updated>{}</updated>"
        "</entry></feed>",
    ],
)
def test_a_day_that_no_calendar_has_is_no_date_of_a_feed(form: str, written: str) -> None:
    (item,) = read_feed(Spool(form.format(written).encode()), "feed.xml").items
    assert item.date is None


@pytest.mark.parametrize("element", ["expirationDate", "dcterms:valid", "publisher", "comments"])
def test_no_other_element_is_taken_for_a_date(element: str) -> None:
    data = (
        f"<rss version='2.0'><item><title>x</title><{element}>2024-07-23</{element}></item></rss>"
    )
    (item,) = read_feed(Spool(data.encode()), "feed.xml").items
    assert item.date is None


def test_what_stands_for_a_text_is_taken_where_there_is_none() -> None:
    subtitle = "<itunes:subtitle>甲</itunes:subtitle>"
    (item,) = read_feed(
        Spool(f"<rss version='2.0'><item>{subtitle}</item></rss>".encode()), "f.xml"
    ).items
    assert item.body == "甲\n"
    atom = '<feed xmlns="http://www.w3.org/2005/Atom"><entry><content src="https://e.example/1"/>'
    (item,) = read_feed(Spool(f"{atom}</entry></feed>".encode()), "feed.xml").items
    assert item.url == "https://e.example/1"
