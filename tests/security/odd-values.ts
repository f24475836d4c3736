/** Values that were not foreseen by whoever wrote the form. Percent signs are sent as they stand. */
export const ODD_VALUES: Record<string, string> = {
	empty: "",
	NUL: "%00",
	"NUL inside": "a%00b@example.ru",
	"a lone surrogate": "%ED%A0%80",
	"no UTF-8": "%FF%FE%C0%AF",
	"half a percent": "%zz%",
	"SQL that is true": encodeURIComponent("' or '1'='1' -- "),
	"SQL that drops": encodeURIComponent('"; drop table accounts; --'),
	"SQL that waits": encodeURIComponent("1) or pg_sleep(9) is null --"),
	"a backslash": "%5C%5C%5C'",
	wildcards: "%25_%25%5B%5D*?",
	prototype: "__proto__",
	constructor: "constructor",
	"a template": encodeURIComponent("{{7*7}}<%= 7*7 %>"),
	JSON: encodeURIComponent('{"$gt":"","a":[1,{"__proto__":{"x":1}}]}'),
	"a huge number": "9".repeat(400),
	"a negative number": "-1",
	infinity: "1e999",
	"no number": "NaN",
	null: "null",
	"a UUID": "FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF",
	"a UUID and more": "00000000-0000-4000-8000-000000000000%00",
	"line ends": "a%0D%0A%0D%0AX-Evil:%201",
	"from right to left": encodeURIComponent("\u202egpj.exe\u2066\ufeff\u200b"),
	"many marks": encodeURIComponent(`e${"\u0301".repeat(3_000)}`),
	emoji: encodeURIComponent("🏴‍☠️".repeat(200)),
	markup: encodeURIComponent("</script><script>alert(1)</script><!--"),
	"a path": "..%2F..%2F..%2Fetc%2Fpasswd%00.png",
	"100 KB": "a".repeat(100_000),
};

const some = (names: string[]) => Object.fromEntries(names.map((name) => [name, ODD_VALUES[name] ?? ""]));

/** Those that break something most often. */
export const WORST_VALUES = some([
	"empty",
	"NUL inside",
	"a lone surrogate",
	"no UTF-8",
	"SQL that is true",
	"a backslash",
	"prototype",
	"100 KB",
]);

/** For forms that hash a password for each of them. */
export const DEAR_VALUES = some(["NUL inside", "a lone surrogate", "prototype", "100 KB"]);
