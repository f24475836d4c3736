import { type WordGrammar, wordGrammar } from "./word-grammar.server.ts";

/** Languages for which the library has no grammar. */
const KEYWORDS: Record<string, WordGrammar> = {
	php: {
		keywords:
			"abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum extends false final finally fn for foreach function global if implements include include_once instanceof insteadof interface isset list match namespace new null or print private protected public readonly require require_once return self static switch this throw trait true try unset use var while xor yield int float string bool void mixed object iterable",
		lineComment: /^(?:\/\/|#(?!\[))/,
		blockComment: ["/*", "*/"],
		quotes: "\"'`",
		extra: [
			[/^<\?(?:php|=)?|^\?>/, "meta"],
			[/^\$[\p{L}_][\p{L}\p{N}_]*/u, "attribute"],
		],
	},
	elixir: {
		keywords:
			"after alias and case catch cond def defdelegate defexception defguard defimpl defmacro defmodule defp defprotocol defstruct do else end false fn for if import in nil not or quote raise receive require rescue super throw true try unless unquote use when with",
		lineComment: /^#/,
		quotes: "\"'",
		longQuote: '"""',
		extra: [
			[/^@\w+/, "meta"],
			[/^:[\w?!]+|^[\w?!]+:(?=\s)/, "attribute"],
			[/^[A-Z][\w.]*/, "type"],
		],
	},
	makefile: {
		keywords:
			"define else endef endif export ifdef ifeq ifndef ifneq include override sinclude undefine unexport vpath",
		lineComment: /^#/,
		quotes: "\"'",
		extra: [
			[/^\$[({][^)}]*[)}]|^\$[@<^+?*%]/, "attribute"],
			[/^[\w./%-]+(?=\s*:(?!=))/, "def"],
			[/^[\w.-]+(?=\s*[:?+]?=)/, "attribute"],
		],
	},
	graphql: {
		keywords:
			"directive enum extend false fragment implements input interface mutation null on query repeatable scalar schema subscription true type union",
		lineComment: /^#/,
		quotes: '"',
		longQuote: '"""',
		extra: [
			[/^[$@]\w+/, "attribute"],
			[/^[A-Z]\w*/, "type"],
		],
	},
	bsl: {
		keywords:
			"если тогда иначе иначеесли конецесли для каждого из по цикл конеццикла пока прервать продолжить возврат процедура конецпроцедуры функция конецфункции перем экспорт знач новый попытка исключение конецпопытки вызватьисключение истина ложь неопределено null и или не перейти добавитьобработчик удалитьобработчик выполнить асинх ждать выбрать различные первые как из где сгруппировать упорядочить соединение левое внутреннее if then else elsif endif for each in to do enddo while break continue return procedure endprocedure function endfunction var export val new try except endtry raise true false undefined and or not",
		caseless: true,
		lineComment: /^\/\//,
		quotes: '"',
		extra: [
			[/^[&#][\p{L}_]+/u, "meta"],
			[/^'\d+'/, "number"],
		],
	},
	batch: {
		keywords:
			"call cd choice cls copy del dir do echo else endlocal erase exist exit for goto if in md mkdir mklink move not off on pause popd pushd rd ren rmdir set setlocal shift start type",
		caseless: true,
		lineComment: /^(?:::|rem\b)/i,
		quotes: '"',
		extra: [[/^%[\w*~]+%?|^![\w]+!/, "attribute"]],
	},
	markdown: {
		keywords: "",
		quotes: "",
		extra: [
			[/^#{1,6}\s.*/, "def"],
			[/^`[^`]*`?|^!?\[[^\]]*\]\([^)]*\)/, "string"],
			[/^\*\*[^*]+\*\*|^__[^_]+__/, "keyword"],
			[/^(?:[-*+]|\d+\.)\s|^>/, "attribute"],
			[/^[^`![*_>#\d-]+/, ""],
		],
	},
};

/** The library's modules and exports, by our name of the language. */
const LIBRARY: Record<string, [module: string, name: string]> = {
	...names("clike", "c cpp java csharp scala kotlin dart objectiveC objectiveCpp"),
	...names("javascript", "javascript typescript json"),
	...names("css", "css sCSS less"),
	...names("sql", "standardSQL pgSQL mySQL msSQL sqlite plSQL"),
	...names("xml", "xml html"),
	...Object.fromEntries(
		"cmake clojure diff erlang fortran go groovy haskell http julia lua nginx octave pascal perl properties protobuf python r ruby rust sass shell stex swift toml vb yaml"
			.split(" ")
			.map((name) => [name, [name, name] as [string, string]]),
	),
	dockerfile: ["dockerfile", "dockerFile"],
	fsharp: ["mllike", "fSharp"],
	ocaml: ["mllike", "oCaml"],
	powershell: ["powershell", "powerShell"],
};

function names(module: string, all: string): Record<string, [string, string]> {
	return Object.fromEntries(all.split(" ").map((name) => [name, [module, name]]));
}

/** Aliases after the fence. */
const ALIASES: Record<string, string> = {
	...alias("bsl", "1c 1с os onescript"),
	...alias("batch", "bat cmd dos"),
	...alias("cpp", "c++ cc cxx hpp h++ arduino cuda glsl hlsl"),
	...alias("csharp", "c# cs"),
	...alias("css", "postcss"),
	...alias("clojure", "clj edn"),
	...alias("diff", "patch"),
	...alias("dockerfile", "docker containerfile"),
	...alias("elixir", "ex exs"),
	...alias("erlang", "erl"),
	...alias("fsharp", "f# fs"),
	...alias("go", "golang"),
	...alias("graphql", "gql"),
	...alias("groovy", "gradle"),
	...alias("haskell", "hs"),
	...alias("html", "htm xhtml vue svelte astro handlebars hbs jinja jinja2 django"),
	...alias("javascript", "js mjs cjs jsx node"),
	...alias("json", "jsonc json5 jsonl ndjson geojson"),
	...alias("julia", "jl"),
	...alias("kotlin", "kt kts"),
	...alias("makefile", "make mk"),
	...alias("markdown", "md mdx"),
	...alias("msSQL", "tsql t-sql mssql"),
	...alias("mySQL", "mysql mariadb"),
	...alias("objectiveC", "objective-c objectivec objc obj-c"),
	...alias("objectiveCpp", "objective-c++ objc++"),
	...alias("ocaml", "ml"),
	...alias("octave", "matlab m"),
	...alias("pascal", "delphi dpr pas objectpascal"),
	...alias("perl", "pl pm"),
	...alias("pgSQL", "postgresql postgres pgsql psql"),
	...alias("plSQL", "plsql oracle"),
	...alias("powershell", "ps1 ps pwsh"),
	...alias("properties", "ini conf cfg dotenv env editorconfig desktop"),
	...alias("protobuf", "proto proto3"),
	...alias("python", "py python3 py3 ipython pyi"),
	...alias("ruby", "rb erb"),
	...alias("rust", "rs"),
	...alias("sCSS", "scss"),
	...alias("shell", "bash sh zsh fish console shell-session shellsession terminal"),
	...alias("standardSQL", "sql"),
	...alias("stex", "latex tex bibtex"),
	...alias("typescript", "ts tsx mts cts"),
	...alias("vb", "vbnet vb.net vba visualbasic"),
	...alias("xml", "svg xsl xslt rss plist xsd wsdl"),
	...alias("yaml", "yml"),
};

function alias(name: string, all: string): Record<string, string> {
	return Object.fromEntries(all.split(" ").map((word) => [word, name]));
}

export type Grammar = { module: string; name: string } | { keywords: ReturnType<typeof wordGrammar> };

/** The grammar of a language by the word after the fence; undefined when there is none. */
export function grammarOf(lang: string): Grammar | undefined {
	const key = lang.toLowerCase();
	const name = Object.hasOwn(ALIASES, key) ? String(ALIASES[key]) : key;
	const keywords = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name] : undefined;
	if (keywords) return { keywords: wordGrammar(keywords) };
	const [module, exported] = (Object.hasOwn(LIBRARY, name) && LIBRARY[name]) || [];
	return module && exported ? { module, name: exported } : undefined;
}
