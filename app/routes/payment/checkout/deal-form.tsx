import { type ReactNode, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { connection } from "../../../connection/service.ts";
import type { IconName } from "../../../icons/icon.tsx";
import { Button, type ButtonVariants } from "../../../ui/button.tsx";

type DealFormProps = {
	intent: "activate" | "pay" | "refund" | "stop-renewal" | "turn-on" | "unlink-card";
	/** The address of the form's page; the overview unless given. */
	page?: "/payment" | "/payment/card" | "/payment/renewal";
	/** The query of the form's page, to return to it; of the overview there is none. */
	query?: string;
	fields: Record<string, string>;
	button: Pick<ButtonVariants, "variant"> & { label: string; pending: string; icon?: IconName };
	/** Only as wide as its button, beside others. */
	compact?: boolean;
	children?: ReactNode;
};

/** After so long the form may be sent again, as on static pages (`ui/static-page/pending-button.ts`). */
const STOPPED_AFTER_MS = 10_000;

/**
 * A form that moves money. It is submitted natively also where there is script: it may end at another host, and its
 * response is a static page. A second press while it is being sent does nothing for a while; the server would treat it
 * as the same purchase anyway. Without a connection the browser would replace this page by its own error page, so the server
 * is probed first.
 */
export function DealForm({
	intent,
	page = "/payment",
	query,
	fields,
	button,
	compact,
	children,
}: DealFormProps) {
	const [leaving, setLeaving] = useState(false);
	const isSure = useRef(false);
	useEffect(() => {
		if (!leaving) return;
		const rest = () => setLeaving(false);
		const restAtEscape = ({ key }: KeyboardEvent) => key === "Escape" && rest();
		// The page may be restored from the back/forward cache. A navigation that was stopped fires no event.
		const timer = setTimeout(rest, STOPPED_AFTER_MS);
		addEventListener("pageshow", rest);
		addEventListener("keydown", restAtEscape);
		return () => {
			clearTimeout(timer);
			removeEventListener("pageshow", rest);
			removeEventListener("keydown", restAtEscape);
		};
	}, [leaving]);
	return (
		<form
			className={compact ? undefined : "deal-form"}
			method="post"
			action={query ? `${href(page)}?${query}` : href(page)}
			noValidate
			onSubmit={async (event) => {
				if (isSure.current) {
					isSure.current = false;
					return;
				}
				event.preventDefault();
				if (leaving) return;
				const form = event.currentTarget;
				// A button that has a name of its own.
				const { submitter } = event.nativeEvent as SubmitEvent;
				setLeaving(true);
				if (await connection.check()) {
					isSure.current = true;
					return form.requestSubmit(submitter);
				}
				connection.lost(true);
				setLeaving(false);
			}}
		>
			<input type="hidden" name="intent" value={intent} />
			{Object.entries(fields).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{children}
			<Button
				variant={button.variant}
				icon={button.icon}
				size={compact ? "md" : "lg"}
				block={!compact}
				pending={leaving}
				pendingLabel={button.pending}
			>
				{button.label}
			</Button>
		</form>
	);
}
