import { totalmem } from "node:os";
import { freeBytes } from "../../platform/disk-room.server.ts";
import { DownloadProblem } from "./download-problem.server.ts";
import { formatBytes } from "./format-bytes.server.ts";

/** Left free on the disk for the database. */
const SPARE_BYTES = 256 * 1024 ** 2;
/** The memory of a model beside its file: its context, working memory, the process. */
const BESIDE_BYTES = 700 * 1024 ** 2;

export type Room = {
	diskFree: number;
	/** The memory of the machine or its container, in all and free. */
	memory: number;
	memoryFree: number;
	/** The memory that a model of this size will take. */
	memoryNeeded: number;
};

/** Measures what a file of `bytes` needs and what there is. */
export async function roomFor(bytes: number, folder: string): Promise<Room> {
	const limit = process.constrainedMemory();
	const memory = limit > 0 && limit < totalmem() ? limit : totalmem();
	const memoryFree = Math.min(process.availableMemory(), memory);
	return { diskFree: await freeBytes(folder), memory, memoryFree, memoryNeeded: bytes + BESIDE_BYTES };
}

/**
 * @param missing what has yet to arrive, in bytes
 * @throws {DownloadProblem} where the disk or the memory is too small
 */
export function refuseWithoutRoom(room: Room, missing: number, force: boolean): void {
	if (room.diskFree < missing + SPARE_BYTES)
		throw new DownloadProblem(
			`На диске мало места: нужно ${formatBytes(missing + SPARE_BYTES)}, свободно ${formatBytes(room.diskFree)}.`,
		);
	if (!force && room.memory < room.memoryNeeded)
		throw new DownloadProblem(
			`Памяти для этой модели мало: нужно около ${formatBytes(room.memoryNeeded)}, а на машине ${formatBytes(room.memory)}. Возьмите модель меньше; всё равно скачать — с --force.`,
		);
}
