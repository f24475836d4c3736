import { posix } from "node:path";
import type { Archive } from "../archive/archive.server.ts";
import { readXml } from "../archive/xml.server.ts";

/** A reference of one part of an Office document to another. */
export type Relation = { id: string; type: string; target: string };

/**
 * The parts that a part refers to, by ECMA-376, part 2 (Open Packaging Conventions).
 * @param part its name; empty for the package itself
 * @returns targets as names of the archive; `type` is the last word of its address
 */
export async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
	const { dir, base } = posix.parse(part);
	const relations: Relation[] = [];
	await readXml(archive.bytes(posix.join(dir, "_rels", `${base}.rels`)), {
		open(name, { Id = "", Type = "", Target = "", TargetMode = "" }) {
			if (name !== "Relationship" || TargetMode === "External") return;
			const target = Target.startsWith("/") ? posix.normalize(Target.slice(1)) : posix.join(dir, Target);
			relations.push({ id: Id, type: Type.slice(Type.lastIndexOf("/") + 1), target });
		},
	});
	return relations;
}

/** The name of the part that holds the document itself. */
export async function mainPart(archive: Archive, usual: string): Promise<string> {
	const found = (await relationsOf(archive, "")).find(({ type }) => type === "officeDocument");
	return found && archive.has(found.target) ? found.target : usual;
}

/** The part of a type that a document refers to, where it lies in the archive. */
export const partOfType = (relations: Relation[], type: string): string | undefined =>
	relations.find((relation) => relation.type === type)?.target;
