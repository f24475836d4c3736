import type { Generated } from "kysely";

export type FileState = "waiting" | "reading" | "ready" | "failed";

/** A file of an account: one row per name, several of which may share their bytes. */
export type FilesTable = {
	id: string;
	account_id: string;
	sha256: string;
	/** The key of its bytes, which are stored once per account. */
	blob: string;
	bytes: number;
	name: string;
	/** Decided by the content; null: not read yet, or unknown. */
	type: string | null;
	state: FileState;
	/** Why it could not be read; the screen has the words. */
	failure: string | null;
	/** While it is read: how many there are to read, where its reader knows. */
	pages: number | null;
	/** How many of them have been read; null: it has been read to its end, or nobody knows. */
	pages_read: Generated<number | null>;
	characters: number | null;
	/** An estimate of what all of its text takes of a model's context. */
	tokens: number | null;
	passages: number | null;
	created_at: number;
	/**
	 * When it first became part of a question, or was withdrawn without that; null: it was sent, and its question was
	 * not. With neither a question nor `kept_at` it waits for its erasing.
	 */
	attached_at: number | null;
	/** Since when the person keeps it for itself; null: it goes with the last conversation that has it. */
	kept_at: number | null;
	/** The file whose place it takes as soon as it has been read. */
	replaces: string | null;
	/** The model that has made vectors of all its passages; null: none has. */
	vectors_of: string | null;
	/** Since when the pages of a scan are read as pictures; null: its text is read. */
	shown_as_pictures_at: Generated<number | null>;
};

/** A picture that was made of a file: of a picture, or of a page of a scan. Its bytes are JPEG of two sizes. */
export type FilePicturesTable = {
	file_id: string;
	/** The page, from 1. */
	n: number;
	/** The full size, in pixels. */
	width: number;
	height: number;
	/** The keys of the bytes, which no other row has. */
	full_blob: string;
	small_blob: string;
};

/** All of a document's text, or the passages that answer the question. */
export type FileExtent = "whole" | "found";

/** The files of a prompt, in their order. */
export type PromptFilesTable = {
	prompt_id: string;
	file_id: string;
	conversation_id: string;
	position: number;
	/** How much of it the person wants the model to be given; null: as much as fits. */
	extent: FileExtent | null;
	/** Since when the model is not told about it; null: it is. */
	removed_at: number | null;
	/** The call (`answer.round.n`) that has made this picture; null: the question brought the file. */
	made_by: Generated<string | null>;
};

/** The trace in a question of a document that its owner has deleted. */
export type DeletedPromptFilesTable = {
	prompt_id: string;
	file_id: string;
	account_id: string;
	position: number;
	name: string;
	type: string | null;
	deleted_at: number;
};

/** A person's set of documents, under a name. */
export type CollectionsTable = { id: string; account_id: string; name: string; created_at: number };

export type CollectionFilesTable = { collection_id: string; file_id: string; added_at: number };

/** A conversation knows the files of these collections, also those that are added later. */
export type ConversationCollectionsTable = {
	conversation_id: string;
	collection_id: string;
	attached_at: number;
};

/** A piece of a document's text. On SQLite its words are in `passage_words`, on PostgreSQL in `words`. */
export type PassagesTable = {
	id: Generated<number>;
	file_id: string;
	/** Counted from 1 within the file. */
	n: number;
	page: number;
	section: string | null;
	text: string;
	tokens: number;
};

/** The vectors of some passages of a file that follow each other; see `app/files/vectors/vector-block.server.ts`. */
export type PassageVectorsTable = {
	file_id: string;
	/** Counted from 0; as many passages each. */
	block: number;
	/** The model that has made them; those of different models cannot be compared. */
	model: string;
	signs: Uint8Array;
	vectors: Uint8Array;
};

/** A part of a file's bytes. */
export type BlobPiecesTable = {
	name: string;
	n: number;
	body: Uint8Array;
	written_at: number;
};

/** An object of a storage outside, which holds the bytes of a file. */
export type BlobObjectsTable = {
	/** Its name there, random. */
	object: string;
	/** `arriving` until a transaction keeps it; `deleted` until it is removed there. */
	state: "arriving" | "kept" | "deleted";
	/** The key of the bytes, once they are kept. */
	key: string | null;
	changed_at: number;
};

export type FilesTables = {
	files: FilesTable;
	file_pictures: FilePicturesTable;
	prompt_files: PromptFilesTable;
	deleted_prompt_files: DeletedPromptFilesTable;
	collections: CollectionsTable;
	collection_files: CollectionFilesTable;
	conversation_collections: ConversationCollectionsTable;
	passages: PassagesTable;
	passage_vectors: PassageVectorsTable;
	blob_pieces: BlobPiecesTable;
	blob_objects: BlobObjectsTable;
};
