import { type ReactNode, useEffect, useState } from "react";
import { href } from "react-router";
import { connection } from "../../../connection/service.ts";
import { Button, type ButtonLook } from "../../../ui/button.tsx";

type DealFormProps = {
	intent: "pay" | "refund";
	/** Of the page that the form stands on, to come back to it. */
	query: string;
	fields: Record<string, string>;
	button: Pick<ButtonLook, "variant"> & { label: string; pending: string };
	children?: ReactNode;
};

/**
 * A form that moves money. It is sent by the browser itself also where there is script: it may end at another
 * host, and its answer is a document. A second press while it is on the way does nothing; the server would
 * take it for the same purchase anyway. Without a connection the browser would put a page of its own in place of
 * this one, so the server is looked for first.
 */
export function DealForm({ intent, query, fields, button, children }: DealFormProps) {
	const [leaving, setLeaving] = useState(false);
	useEffect(() => {
		// The page may come back from the browser's memory just as it was left.
		const rest = () => setLeaving(false);
		addEventListener("pageshow", rest);
		return () => removeEventListener("pageshow", rest);
	}, []);
	return (
		<form
			className="deal-form"
			method="post"
			action={`${href("/payment")}?${query}`}
			noValidate
			onSubmit={async (event) => {
				event.preventDefault();
				if (leaving) return;
				const form = event.currentTarget;
				setLeaving(true);
				if (await connection.check()) return form.submit();
				connection.lost(true);
				setLeaving(false);
			}}
		>
			<input type="hidden" name="intent" value={intent} />
			{Object.entries(fields).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{children}
			<Button variant={button.variant} size="lg" block pending={leaving} pendingLabel={button.pending}>
				{button.label}
			</Button>
		</form>
	);
}
