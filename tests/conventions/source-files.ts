import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

export type SourceFile = { path: string; text: string };

/** The TypeScript files below the folders, by their path from the root of the project. */
export function sourceFiles(...folders: string[]): SourceFile[] {
	return folders.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
			.map((entry) => join(entry.parentPath, entry.name))
			.map((file) => ({ path: relative(ROOT, file), text: readFileSync(file, "utf8") })),
	);
}

/** What a file imports by a relative path, from the root of the project; types as well. */
export function relativeImports({ path, text }: SourceFile): string[] {
	const found = text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
	return [...found].map((match) => join(path, "..", match[1] ?? ""));
}
