import * as v from "valibot";
import { hashSchema } from "./schema-hash.server.ts";
import type { Tool, ToolContext, ToolEffect, ToolOutcome } from "./tool.server.ts";
import { untilAborted } from "./until-aborted.server.ts";

type OwnTool<S extends v.GenericSchema> = {
	name: string;
	title: string;
	description: string;
	/** The properties of the JSON Schema that the model is shown, and which of them a call must have. */
	properties: Record<string, unknown>;
	required: readonly string[];
	/** The same, as what a call is checked by: a model may send anything. */
	args: S;
	effect?: ToolEffect;
	crossBorder?: boolean;
	run(args: v.InferOutput<S>, context: ToolContext): Promise<ToolOutcome>;
};

/** A tool of our own: it asks for no consent, and answers arguments that do not fit with what is wrong with them. */
export function ownTool<S extends v.GenericSchema>({
	name,
	title,
	description,
	properties,
	required,
	args: schema,
	effect = "read",
	crossBorder = false,
	run,
}: OwnTool<S>): Tool {
	const parameters = { type: "object", properties, required, additionalProperties: false };
	return {
		name,
		server: null,
		title,
		description,
		parameters,
		schemaHash: hashSchema({ name, description, parameters }),
		effect,
		asks: false,
		crossBorder,
		async run(args, context) {
			context.signal.throwIfAborted();
			const parsed = v.safeParse(schema, args);
			if (parsed.success) return untilAborted(run(parsed.output, context), context.signal);
			const [issue] = parsed.issues;
			const where = v.getDotPath(issue);
			return {
				ok: false,
				code: "bad-arguments",
				text: `Аргументы не подходят: ${where ? `${where}: ` : ""}${issue.message}.`,
			};
		},
	};
}
