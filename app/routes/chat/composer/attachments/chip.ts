import type { ShownFile } from "../../../../files/attachments.server.ts";

/** A file in the composer: on its way, on the server, or refused. `problem`: why the last press on it did nothing. */
export type Chip = { key: string; name: string; bytes: number } & (
	| { state: "sending"; share: number }
	| { state: "refused"; text: string; again: boolean }
	| { state: "sent"; file: ShownFile; problem?: string }
);

export const chipOf = (file: ShownFile): Chip => ({
	key: file.id,
	name: file.name,
	bytes: file.bytes,
	state: "sent",
	file,
});

/** The file as the server has it. */
export const fileOf = (chip: Chip): ShownFile | null => (chip.state === "sent" ? chip.file : null);
