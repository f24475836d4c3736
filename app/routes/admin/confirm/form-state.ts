import type texts from "../../../i18n/ru/admin.ts";
import type { DetailsField } from "../details/details-fields.ts";

export type Problem = Exclude<keyof (typeof texts)["problems"], "title">;

type CodeField = "promoCode" | "kind" | "value" | "scope" | "plans" | "from" | "to" | "uses";

type Field =
	| InviteField
	| "reason"
	| "email"
	| "role"
	| "plan"
	| "messages"
	| "sign"
	| "noRefund"
	| CodeField
	| LookField
	| ModelsField
	| ToolsField
	| NewsField
	| EditionsField
	| DetailsField
	| PlansField;
/** Fields of an invitation. */
type InviteField = "emails" | "gift" | "linkDays";
/** Fields of «Документы». */
type EditionsField = "day";
/** Fields of «Тарифы». */
type PlansField =
	| "planKey"
	| "tier"
	| "icon"
	| "price"
	| "days"
	| "quota"
	| "everyDays"
	| "fileSpace"
	| "filesPerDay"
	| "toolCalls"
	| "webSearch"
	| "thinkLonger"
	| "pictures"
	| "planModels"
	| "recommended";
/** Fields of «Новости». */
type NewsField = "subject" | "body" | "button" | "link";
/** Fields of «Модели». */
type ModelsField =
	| "title"
	| "baseUrl"
	| "key"
	| "place"
	| "firstPiece"
	| "idle"
	| "maxTokens"
	| "usage"
	| "ca"
	| "api"
	| "modelName"
	| "input"
	| "cached"
	| "output"
	| "context"
	| "answer"
	| "sees"
	| "tools"
	| "spare"
	| "on";
/** Fields of «Инструменты». */
type ToolsField = "provider" | "url" | "folderId" | "serverKey";
/** Fields of «Оформление». */
type LookField =
	| "name"
	| "accent"
	| "ownAccent"
	| "logo"
	| "heading"
	| "lead"
	| "button"
	| "description"
	| "parts"
	| "text"
	| "link"
	| "tone"
	| "audience"
	| "hideable"
	| "from"
	| "until";

/** A returned form: what is wrong, and what was typed but no proof. */
export type AdminFormState = {
	/** About the whole form. */
	problem?: Problem | undefined;
	minutes?: number;
	/** The variable or the file that keeps a setting from being changed here. */
	lock?: string;
	/** What has the value of a field already, by its name. */
	holder?: string;
	errors?: Partial<Record<Field | "currentPassword" | "code" | "appCode", Problem>>;
	values?: Partial<Record<Field | "isAd" | "requestId" | "revision" | "tell", string>>;
	/** Addresses of a list that were not invited, and how many were. */
	addresses?: { email: string; problem: Problem }[];
	sent?: number;
	/** The code that replaces a password was sent; in a trial this is it. */
	codeSent?: { trialCode?: string | undefined };
};

/** The proofs that a person has to give; null: they have done so lately. */
export type ProofNeeded = { password: boolean; secondStep: boolean; email: string; always: boolean } | null;
