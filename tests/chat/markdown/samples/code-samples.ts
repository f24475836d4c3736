import type { Tree } from "../../../../app/chat/markdown/tree/tree.ts";

const kw = (text: string): Tree => ["kw", null, text];
const str = (text: string): Tree => ["str", null, text];
const num = (text: string): Tree => ["num", null, text];
const fn = (text: string): Tree => ["fn", null, text];
const com = (text: string): Tree => ["com", null, text];
const attr = (text: string): Tree => ["attr", null, text];

/** What stands after the fence, some code, and words of it with their meaning. */
export const CODE_SAMPLES: [lang: string, code: string, ...words: Tree[]][] = [
	[
		"1c",
		'// тест\nПроцедура Тест(А)\n\tСообщить("Да");',
		com("// тест"),
		kw("Процедура"),
		fn("Тест"),
		str('"Да"'),
	],
	["bash", 'for i in 1 2; do echo "a"; done # c', kw("for"), str('"a"'), com("# c")],
	["bat", "@echo off\nrem c\nset A=%B%", kw("echo"), com("rem c"), attr("%B%")],
	["c", "#include <stdio.h>\nint main(void) { return 0; } // c", kw("return"), num("0"), com("// c")],
	["c++", "class A { int x = 1; };", kw("class"), num("1")],
	["c#", 'public string F() => "a";', kw("public"), str('"a"')],
	["clojure", '(defn f [x] "a") ; c', str('"a"'), com("; c")],
	["css", "a { margin: 0 1px } /* c */", attr("margin"), num("1px"), com("/* c */")],
	["dart", "void main() { var x = 'a'; }", kw("var"), str("'a'")],
	["delphi", "procedure F; begin WriteLn('a'); end;", kw("procedure"), str("'a'")],
	["diff", "-a\n+b", num("-a"), str("+b")],
	["dockerfile", "FROM node\n# c", kw("FROM"), com("# c")],
	["elixir", 'defmodule A do\n  @doc "a"\nend', kw("defmodule"), fn("A"), str('"a"')],
	["go", "func f() int { return 1 }", kw("func"), num("1")],
	["graphql", "query { user(id: 1) }", kw("query"), num("1")],
	["haskell", 'f = "a" -- c', str('"a"'), com("-- c")],
	["html", '<a href="b">c</a>', kw("a"), attr("href"), str('"b"')],
	["ini", "[a]\n; c", fn("[a]"), com("; c")],
	["java", 'public class A { String s = "a"; }', kw("public"), str('"a"')],
	["js", "const a = `b`; // c", kw("const"), str("`b`"), com("// c")],
	["json", '{"a": [1, true]}', num("1"), kw("true")],
	["julia", "function f(x) 1 end # c", kw("function"), com("# c")],
	["kotlin", "fun main() { val x = 1 }", kw("fun"), num("1")],
	["latex", "\\section{a} % c", kw("\\section"), com("% c")],
	["lua", "local x = 1 -- c", kw("local"), num("1"), com("-- c")],
	["makefile", "all: a\n\tgcc $< # c", fn("all"), attr("$<"), com("# c")],
	["markdown", "# a\n`b`", fn("# a"), str("`b`")],
	["matlab", "function y = f(x) % c", kw("function"), com("% c")],
	["nginx", "server { listen 80; } # c", kw("server"), com("# c")],
	["objective-c", '@interface A\nNSString *s = @"a"; // c', kw("@interface"), com("// c")],
	["perl", "my $x = 1; # c", num("1"), com("# c")],
	["php", '<?php echo $a . "b"; // c', attr("<?php"), kw("echo"), attr("$a"), str('"b"'), com("// c")],
	["powershell", 'Get-Item "a" # c', str('"a"'), com("# c")],
	["proto", "message A { int32 b = 1; }", kw("message"), num("1")],
	["py", 'def f(): return "a" # c', kw("def"), fn("f"), str('"a"'), com("# c")],
	["r", "f <- function(x) 1 # c", kw("function"), num("1"), com("# c")],
	["ruby", 'def f; "a"; end # c', kw("def"), str('"a"'), com("# c")],
	["rust", "fn main() { let x = 1; } // c", kw("fn"), num("1"), com("// c")],
	["scala", "def f = 1 // c", kw("def"), num("1"), com("// c")],
	["scss", "$a: 1px; // c", num("1px"), com("// c")],
	["sql", "SELECT 1 FROM t WHERE a = 'b' -- c", kw("SELECT"), num("1"), str("'b'"), com("-- c")],
	["swift", 'let x = "a" // c', kw("let"), str('"a"'), com("// c")],
	["toml", 'a = "b" # c', str('"b"'), com("# c")],
	["ts", "let a: number = 1;", kw("let"), num("1")],
	["tsx", '<a b="c">d</a>', attr("b"), str('"c"')],
	["vb", "Dim x As Integer ' c", kw("Dim"), com("' c")],
	["xml", '<a b="c"><!-- d --></a>', attr("b"), str('"c"'), com("<!-- d -->")],
	["yaml", "a: '1' # c", kw("a"), str("'1'"), com("# c")],
];
