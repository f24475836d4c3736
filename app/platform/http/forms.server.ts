import * as v from "valibot";
import { PRIVATE } from "./http.server.ts";
import { isMultipartType } from "./multipart.server.ts";

type FormSchema = v.ObjectSchema<v.ObjectEntries, undefined>;
type FieldName<Schema extends FormSchema> = Extract<keyof Schema["entries"], string>;

/** Error code of each field, by the field's name. The screen has the words. */
export type FieldErrors<Name extends string = string> = { [N in Name]?: string };
/** The typed values, to be shown again. Never a password. */
export type TypedValues<Name extends string = string> = { [N in Name]?: string };

export type ParsedForm<Schema extends FormSchema> = { values: TypedValues<FieldName<Schema>> } & (
	| { ok: true; value: v.InferOutput<Schema> }
	| { ok: false; errors: FieldErrors<FieldName<Schema>> }
);

/**
 * The fields of a form by a schema whose messages are codes. Fields unknown to the schema are ignored. A missing
 * field or a file counts as empty, a repeated one counts once, so every entry of the schema starts from `v.string()`.
 */
export function parseForm<Schema extends FormSchema>(schema: Schema, form: FormData): ParsedForm<Schema> {
	const names = Object.keys(schema.entries);
	const typed = Object.fromEntries(names.map((name) => [name, textOf(form.get(name))]));
	const values = Object.fromEntries(Object.entries(typed).filter(([name]) => !/password/i.test(name)));
	const result = v.safeParse(schema, typed);
	if (result.success) return { ok: true, value: result.output, values: values as TypedValues };
	const errors: FieldErrors = {};
	for (const issue of result.issues) errors[String(issue.path?.[0]?.key)] ??= issue.message;
	return { ok: false, errors: errors as FieldErrors<FieldName<Schema>>, values: values as TypedValues };
}

function textOf(value: FormDataEntryValue | null): string {
	return typeof value === "string" ? value : "";
}

/** More than any form of this site has: those of staff have one for each model that a server offers. */
const MOST_FIELDS = 2_000;
const URL_ENCODED = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * The request's form. A body that is no form counts as an empty one: the response names the missing fields. NUL
 * becomes U+FFFD, as in HTML: PostgreSQL cannot store it in a text.
 * @throws {Response} where the form has more fields than any of this site
 */
export async function readForm(request: Request): Promise<FormData> {
	try {
		const form = new FormData();
		for (const [name, value] of await fieldsOf(request))
			form.append(name, typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value);
		return form;
	} catch (error) {
		// Thrown by the platform for a truncated body, or one that is not what its type says.
		if (error instanceof TypeError) return new FormData();
		throw error;
	}
}

/**
 * A body of the usual size has room for a hundred thousand empty fields, so they are counted before they are made. One of
 * another type is not read: the platform would have all of it in memory before it looks at the type, and one that is
 * called `multipart/form-data-x` may be as long as files.
 */
async function fieldsOf(request: Request): Promise<FormData | URLSearchParams> {
	const type = request.headers.get("Content-Type") ?? "";
	if (isMultipartType(type)) return request.formData();
	if (!URL_ENCODED.test(type)) return new FormData();
	const body = await request.text();
	if (body.split("&", MOST_FIELDS + 1).length > MOST_FIELDS)
		throw new Response("В форме слишком много полей.", { status: 400, headers: PRIVATE });
	return new URLSearchParams(body);
}

/** A text field that must not be empty. */
export const filled = <const Code extends string>(code: Code) => v.pipe(v.string(), v.nonEmpty(code));

/** A tick box: whether it was ticked. An unticked box is not sent at all. */
export const ticked = () =>
	v.pipe(
		v.string(),
		v.transform((value) => /^(on|1|true)$/.test(value)),
	);

/** A tick box that must be ticked. */
export const mustTick = <const Code extends string>(code: Code) => v.pipe(ticked(), v.literal(true, code));
