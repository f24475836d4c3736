/** A section of the settings that the operator's screens change; without a row it is as the program has it. */
export type SettingsTable = {
	section: string;
	/** JSON, as the section's file in `content/` would have it; never a secret. */
	value: string;
	/** Grows with each change. */
	revision: number;
	/** An account. */
	changed_by: string | null;
	changed_at: number;
	/** SHA-256 of the file that this was taken over from, and which counts no longer while it is as it was then. */
	taken_hash: string | null;
};

/** A secret of a section: a key of a model's server. */
export type SettingSecretsTable = {
	id: string;
	/** Encrypted under a key of `SESSION_SECRET`. */
	sealed: string;
	/** Its last characters, by which people tell it from another. */
	tail: string;
	set_by: string | null;
	set_at: number;
};

export type SettingsTables = { settings: SettingsTable; setting_secrets: SettingSecretsTable };
