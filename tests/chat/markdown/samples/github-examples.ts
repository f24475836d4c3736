/**
 * The extensions of GitHub Flavored Markdown 0.29, a rule, a text and its HTML each, in our own words. Where
 * we are different on purpose the rule begins with «not as there».
 */
export const GITHUB: [rule: string, markdown: string, html: string][] = [
	[
		"4.10 a head, a line of hyphens, rows",
		"| имя | год |\n| --- | --- |\n| Анна | 1990 |\n",
		"<table><thead><tr><th>имя</th><th>год</th></tr></thead><tbody><tr><td>Анна</td><td>1990</td></tr></tbody></table>",
	],
	[
		"4.10 columns need not be as wide, nor have bars at the ends",
		"| а | долгое |\n:-: | -----------:\nб | в\n",
		'<table><thead><tr><th align="center">а</th><th align="right">долгое</th></tr></thead><tbody><tr><td align="center">б</td><td align="right">в</td></tr></tbody></table>',
	],
	[
		"4.10 a bar in a cell is escaped, also in code",
		"| а\\|б |\n| - |\n| в `\\|` г |\n| д **\\|** е |\n",
		"<table><thead><tr><th>а|б</th></tr></thead><tbody><tr><td>в <code>|</code> г</td></tr><tr><td>д <strong>|</strong> е</td></tr></tbody></table>",
	],
	[
		"4.10 another block ends the table",
		"| а | б |\n| - | - |\n| 1 | 2 |\n> в\n",
		"<table><thead><tr><th>а</th><th>б</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table><blockquote><p>в</p></blockquote>",
	],
	[
		"4.10 an empty line ends it; a line without a bar does not",
		"| а | б |\n| - | - |\n| 1 | 2 |\nтри\n\nчетыре\n",
		"<table><thead><tr><th>а</th><th>б</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><td>три</td><td></td></tr></tbody></table><p>четыре</p>",
	],
	[
		"4.10 as many hyphens as heads, or it is none",
		"| а | б |\n| - |\n| 1 |\n",
		"<p>| а | б | | - | | 1 |</p>",
	],
	[
		"4.10 rows may have fewer cells or more",
		"| а | б |\n| - | - |\n| 1 |\n| 2 | 3 | 4 |\n",
		"<table><thead><tr><th>а</th><th>б</th></tr></thead><tbody><tr><td>1</td><td></td></tr><tr><td>2</td><td>3</td></tr></tbody></table>",
	],
	[
		"4.10 without rows there is no body",
		"| а | б |\n| - | - |\n",
		"<table><thead><tr><th>а</th><th>б</th></tr></thead></table>",
	],
	[
		"4.10 the head is the last line of a paragraph",
		"начало\nа | б\n-|-\n1 | 2\n",
		"<p>начало</p><table><thead><tr><th>а</th><th>б</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
	],
	[
		"4.10 in a quote and in an item",
		"> | а |\n> | - |\n\n- | б |\n  | - |\n",
		"<blockquote><table><thead><tr><th>а</th></tr></thead></table></blockquote><ul><li><table><thead><tr><th>б</th></tr></thead></table></li></ul>",
	],
	[
		"4.10 a break in a cell is one; elsewhere, escaped and in code it is text",
		"| а<br>б | <BR/>в | г<br /> |\n|-|-|-|\n| **а<br>б** | `<br>` | \\<br> <br |\n\nа<br>б\n",
		"<table><thead><tr><th>а<br>б</th><th><br>в</th><th>г<br></th></tr></thead><tbody><tr><td><strong>а<br>б</strong></td><td><code>&lt;br></code></td><td>&lt;br> &lt;br</td></tr></tbody></table><p>а&lt;br>б</p>",
	],
	[
		"5.3 tasks",
		"- [ ] а\n- [x] б\n- [X] в\n",
		'<ul><li><input disabled="" type="checkbox"> а</li><li><input checked="" disabled="" type="checkbox"> б</li><li><input checked="" disabled="" type="checkbox"> в</li></ul>',
	],
	[
		"5.3 tasks in tasks",
		"- [x] а\n  - [ ] б\n  - [x] в\n- [ ] г\n",
		'<ul><li><input checked="" disabled="" type="checkbox"> а<ul><li><input disabled="" type="checkbox"> б</li><li><input checked="" disabled="" type="checkbox"> в</li></ul></li><li><input disabled="" type="checkbox"> г</li></ul>',
	],
	[
		"5.3 no task without a space, or within a text",
		"- [x]а\n- а [x] б\n- [y] в\n",
		"<ul><li>[x]а</li><li>а [x] б</li><li>[y] в</li></ul>",
	],
	["6.5 one tilde or two", "~~Да~~ нет, ~может быть~!\n", "<p><del>Да</del> нет, <del>может быть</del>!</p>"],
	["6.5 not over the end of a paragraph", "Это ~~не\n\nвсё~~.\n", "<p>Это ~~не</p><p>всё~~.</p>"],
	["6.5 three are none", "Так ~~~не~~~ зачеркнуть.\n", "<p>Так ~~~не~~~ зачеркнуть.</p>"],
	["6.5 as many close as have opened", "~~а~ б~~ ~в~~\n", "<p><del>а~ б</del> ~в~~</p>"],
	[
		"6.9 www",
		"www.example.org, www.example.org/help?a=b\n",
		'<p><a href="http://www.example.org">www.example.org</a>, <a href="http://www.example.org/help?a=b">www.example.org/help?a=b</a></p>',
	],
	[
		"6.9 marks at the end do not belong to it",
		"Посетите www.example.org/a.b. И www.example.org/a!\n",
		'<p>Посетите <a href="http://www.example.org/a.b">www.example.org/a.b</a>. И <a href="http://www.example.org/a">www.example.org/a</a>!</p>',
	],
	[
		"6.9 nor does a bracket that it does not open",
		"www.example.org/q?a=(b)\n\n(www.example.org/q?a=(b))\n",
		'<p><a href="http://www.example.org/q?a=(b)">www.example.org/q?a=(b)</a></p><p>(<a href="http://www.example.org/q?a=(b)">www.example.org/q?a=(b)</a>)</p>',
	],
	[
		"6.9 `<` ends it",
		"www.example.org/a<b\n",
		'<p><a href="http://www.example.org/a">www.example.org/a</a>&lt;b</p>',
	],
	[
		"6.9 http and https",
		"http://example.org (https://example.org/a?b=c&d=e)\n",
		'<p><a href="http://example.org">http://example.org</a> (<a href="https://example.org/a?b=c&amp;d=e">https://example.org/a?b=c&amp;d=e</a>)</p>',
	],
	[
		"6.9 mail",
		"foo@bar.example и hello+xyz@mail.example, a.b-c_d@a.b\n",
		'<p><a href="mailto:foo@bar.example">foo@bar.example</a> и <a href="mailto:hello+xyz@mail.example">hello+xyz@mail.example</a>, <a href="mailto:a.b-c_d@a.b">a.b-c_d@a.b</a></p>',
	],
	[
		"6.9 several marks at the end do not belong to it",
		"www.example.org/a?!.. и ~~http://example.org~~, **www.example.org/б**.\n",
		'<p><a href="http://www.example.org/a">www.example.org/a</a>?!.. и <del><a href="http://example.org">http://example.org</a></del>, <strong><a href="http://www.example.org/%D0%B1">www.example.org/б</a></strong>.</p>',
	],
	[
		"6.9 a bracket in the middle belongs to it, and one that is never closed",
		"www.example.org/q?a=(b))+c=(d\n\n(Смотрите http://example.org/ok.)\n\n(www.example.org/q?a=(b)\n",
		'<p><a href="http://www.example.org/q?a=(b))+c=(d">www.example.org/q?a=(b))+c=(d</a></p><p>(Смотрите <a href="http://example.org/ok">http://example.org/ok</a>.)</p><p>(<a href="http://www.example.org/q?a=(b)">www.example.org/q?a=(b)</a></p>',
	],
	[
		"6.9 what looks like an entity at the end does not belong to it",
		"www.example.org/q?a=b&hl=en www.example.org/q?a=b&hl; www.example.org/q?a=b&copy; www.example.org/q;\n",
		'<p><a href="http://www.example.org/q?a=b&amp;hl=en">www.example.org/q?a=b&amp;hl=en</a> <a href="http://www.example.org/q?a=b">www.example.org/q?a=b</a>&amp;hl; <a href="http://www.example.org/q?a=b">www.example.org/q?a=b</a>© <a href="http://www.example.org/q">www.example.org/q</a>;</p>',
	],
	[
		"6.9 a host may be short, its last two parts have no underscore",
		"http://localhost:8080/a, http://host, www.host, http://a_b.example.org, http://a.b_c.org\n",
		'<p><a href="http://localhost:8080/a">http://localhost:8080/a</a>, <a href="http://host">http://host</a>, <a href="http://www.host">www.host</a>, <a href="http://a_b.example.org">http://a_b.example.org</a>, http://a.b_c.org</p>',
	],
	[
		"6.9 marks of emphasis within it are its own",
		"www.example.org/a_b_c*d*e и http://example.org/~a/**б**\n",
		'<p><a href="http://www.example.org/a_b_c*d*e">www.example.org/a_b_c*d*e</a> и <a href="http://example.org/~a/**%D0%B1">http://example.org/~a/**б</a>**</p>',
	],
	[
		"6.9 nothing begins within a word or another address",
		"awww.example.org xhttp://example.org/a ftp://www.example.org\n",
		"<p>awww.example.org xhttp://example.org/a ftp://www.example.org</p>",
	],
	[
		"6.9 a host of mail holds neither a plus nor an end of `-` or `_`, and not two @",
		"a@mail+xyz.example a.b-c_d@a.b. a.b-c_d@a.b- a.b-c_d@a.b_ n@. @a.b.c@. a@b.c@d a@b a@1.2\n",
		'<p>a@mail+xyz.example <a href="mailto:a.b-c_d@a.b">a.b-c_d@a.b</a>. a.b-c_d@a.b- a.b-c_d@a.b_ n@. @a.b.c@. a@b.c@d a@b a@1.2</p>',
	],
	[
		"6.9 not as there: quotes, `>`, punctuation that is not of ASCII and what the address does not open end it",
		'«http://example.org/а» http://example.org/a—b {http://example.org/a} [http://example.org/a] "http://example.org/a"b\n',
		'<p>«<a href="http://example.org/%D0%B0">http://example.org/а</a>» <a href="http://example.org/a">http://example.org/a</a>—b {<a href="http://example.org/a">http://example.org/a</a>} [<a href="http://example.org/a">http://example.org/a</a>] "<a href="http://example.org/a">http://example.org/a</a>"b</p>',
	],
	[
		"6.9 not as there: an address that names a user, and so looks like another one, is none",
		"http://example.org@evil.example/a https://a:b@evil.example\n",
		"<p>http://example.org@evil.example/a https://a:b@evil.example</p>",
	],
	[
		"6.9 not as there: ftp and xmpp lead nowhere here",
		"ftp://a.example xmpp:a@b.example\n",
		"<p>ftp://a.example xmpp:a@b.example</p>",
	],
	[
		"6.11 not as there: every tag is text, not only nine of them",
		"<title>а</title> <b>б</b>\n",
		"<p>&lt;title>а&lt;/title> &lt;b>б&lt;/b></p>",
	],
];
