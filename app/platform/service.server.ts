/** The accessor of one object of this process. It throws before `provide` and after `withdraw`. */
export type Service<T> = {
	(): T;
	/** The same, or undefined where it throws: for what a command without it does without. */
	ifStarted(): T | undefined;
	provide(value: T): void;
	withdraw(): void;
};

/**
 * Declares an object that `start()` of `services/start.server.ts` makes and `stop()` releases, so that an import opens
 * nothing. A module declares its own and reads those of the modules below it; the domain takes them as arguments.
 * @param name for the error of a call that comes before the start or after the stop
 */
export function service<T>(name: string): Service<T> {
	let provided: { value: T } | undefined;
	const get = () => {
		if (!provided) throw new Error(`The service «${name}» is not started, or has been stopped.`);
		return provided.value;
	};
	return Object.assign(get, {
		ifStarted: () => provided?.value,
		provide: (value: T) => {
			provided = { value };
		},
		withdraw: () => {
			provided = undefined;
		},
	});
}
