import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { loadPart } from "./load-when-connected.ts";

type Module<Props> = { default: ComponentType<Props> };

/** A part of a screen whose code is loaded when it is first shown. */
export type Part<Props> = ComponentType<Props> & {
	/** Starts loading: it will be shown soon. */
	preload: () => void;
};

const awaited: Promise<unknown>[] = [];

/** Resolves when a page can be rendered, or hydrated: on the server all parts are there, in the browser those it shows. */
export const partsOfPage = (): Promise<unknown> => Promise.all(awaited);

/**
 * Makes a part of a screen that most first views do without. The server has it, so its page works before the script and
 * without it; a page that shows it hydrates when it is there (`partsOfPage`), all at once, and keeps what was typed until
 * then. Without a connection it waits for one. No `Suspense`: React hydrates what is inside one later than the page.
 * @param name is in `data-part` of an element of the page that shows it
 * @param load its module, with the component as default
 * @param Fallback shown while it loads
 */
export function part<Props extends object>(
	name: string,
	load: () => Promise<Module<Props>>,
	Fallback: ComponentType,
): Part<Props> {
	let Loaded: ComponentType<Props> | undefined;
	let failure: { error: unknown } | undefined;
	let loading: Promise<void> | undefined;
	const listeners = new Set<() => void>();
	const start = () => {
		loading ??= (import.meta.env.SSR ? load() : loadPart(load)).then(
			(module) => {
				Loaded = module.default;
				for (const listener of listeners) listener();
			},
			(error) => {
				failure = { error };
				for (const listener of listeners) listener();
				throw error;
			},
		);
		return loading;
	};
	const subscribe = (listener: () => void) => {
		listeners.add(listener);
		return () => listeners.delete(listener);
	};
	const preload = () => void start().catch(() => {});
	if (import.meta.env.SSR || document.querySelector(`[data-part="${name}"]`)) awaited.push(start());

	function Shown(props: Props) {
		const state = () => failure ?? Loaded;
		useSyncExternalStore(subscribe, state, state);
		useEffect(preload, []);
		// The page is loaded anew when the server has another build (build-version/start.ts); this is what is left.
		if (failure) throw failure.error;
		return Loaded ? <Loaded {...props} /> : <Fallback />;
	}
	return Object.assign(Shown, { preload });
}
