import { uiKit } from "../i18n/ru/ui-kit.ts";
import { config } from "../platform/config.server.ts";
import { notFound } from "../platform/http/http.server.ts";
import type { PageHandle } from "../shell/page/page-handle.ts";
import { pageTitle } from "../shell/page/page-title.ts";
import { Chip } from "../ui/chip.tsx";
import { LogoMark } from "../ui/logo.tsx";
import type { Route } from "./+types/ui-kit";
import { Buttons } from "./ui-kit/buttons.tsx";
import { Choices } from "./ui-kit/choices.tsx";
import { Colors } from "./ui-kit/colors.tsx";
import { Fields } from "./ui-kit/fields.tsx";
import { Lists } from "./ui-kit/lists.tsx";
import { Overlays } from "./ui-kit/overlays.tsx";
import { Parts } from "./ui-kit/parts.tsx";
import { Shapes } from "./ui-kit/shapes.tsx";
import { Tables } from "./ui-kit/tables.tsx";
import { TypeScale } from "./ui-kit/type-scale.tsx";
import { Waiting } from "./ui-kit/waiting.tsx";

export const handle = { page: "hydrated" } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle(matches, uiKit.title)];

/** For developers; in production a 404. */
export function loader({ request }: Route.LoaderArgs) {
	const { pathname, search } = new URL(request.url);
	if (!config.trial) notFound(pathname + search);
	return null;
}

export default function UiKit() {
	return (
		<main id="main" className="page-wrap pt-10 pb-24" tabIndex={-1}>
			<header className="flex flex-wrap items-center gap-4">
				<LogoMark className="size-14" />
				<div>
					<h1 className="text-h1 max-md:text-h2">{uiKit.title}</h1>
					<p className="text-text-2 text-ui">{uiKit.lead}</p>
				</div>
				<Chip tone="primary" className="ml-auto">
					<span className="dark:hidden">{uiKit.light}</span>
					<span className="hidden dark:inline">{uiKit.dark}</span>
				</Chip>
			</header>
			<Colors />
			<TypeScale />
			<Shapes />
			<Buttons />
			<Fields />
			<Lists />
			<Choices />
			<Parts />
			<Waiting />
			<Overlays />
			<Tables />
		</main>
	);
}
