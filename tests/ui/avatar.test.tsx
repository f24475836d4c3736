import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Avatar } from "../../app/ui/avatar.tsx";

const letterOf = (name: string) => />([^<]*)</.exec(renderToStaticMarkup(<Avatar name={name} />))?.[1];

test("a person's letter is a whole character", () => {
	expect(letterOf("анна")).toBe("А");
	expect(letterOf("🦔 Ёж")).toBe("🦔");
	expect(letterOf("")).toBe("");
});
