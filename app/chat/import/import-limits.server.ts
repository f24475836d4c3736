/** The limits of one conversation; a larger one is skipped and counted as too large. */
export const CONVERSATION_LIMITS = {
	/** Messages, including those of tools and hidden ones. */
	messages: 20_000,
	/** UTF-16 units of one message, without its reasoning. */
	messageCharacters: 1_000_000,
	/** UTF-16 units stored for the conversation: text shared by two versions counts in each. */
	characters: 20_000_000,
	/** Versions of one prompt, or answers to one prompt. */
	versions: 200,
	/** Bytes of its JSON: twenty million Cyrillic letters and the syntax around them. */
	jsonBytes: 48 * 1024 ** 2,
	/** Values in its JSON: memory depends on them more than on the bytes. */
	jsonValues: 2_000_000,
	/** The nesting of objects and arrays. */
	jsonDepth: 100,
};

/** The limits of one upload; the rest is not read, and the user is told. */
export const EXPORT_LIMITS = {
	conversations: 100_000,
	/** Unpacked bytes of all conversation files, against zip bombs. */
	unpackedBytes: 4 * 1024 ** 3,
	/** Entries of an archive: images and recordings have one each. */
	entries: 200_000,
	/** Entries that hold conversations. */
	files: 1_000,
};

/** The limit of all imports of one account, as counted by `storedBytesOf`. */
export const ACCOUNT_BYTES = 1024 ** 3;

const BYTES_PER_CONVERSATION = 1_000;
const BYTES_PER_MESSAGE = 500;

/** A conversation's size for the account's limit: its texts in UTF-8, and its rows in the database. */
export const storedBytesOf = (conversation: { messages: number; textBytes: number }): number =>
	conversation.textBytes + conversation.messages * BYTES_PER_MESSAGE + BYTES_PER_CONVERSATION;
