import { argon2 } from "node:crypto";
import { vi } from "vitest";
import { changePasswordByToken } from "../../app/accounts/password/change-password.server.ts";
import { requestReset } from "../../app/accounts/password/recover.server.ts";
import { ANNA, client, NOW, OTHER_PASSWORD, tokenOf, type World } from "./world.ts";

type Argon2 = typeof argon2;

/**
 * Begins something that verifies a password, and waits until it has. The test has mocked `argon2`, without replacing it.
 * @returns `finish`: lets it go on to its end
 */
export async function underWay<T>(begin: () => Promise<T>): Promise<{ finish: () => Promise<T> }> {
	const compute = vi.mocked(argon2).getMockImplementation() as Argon2;
	const verified = Promise.withResolvers<void>();
	const released = Promise.withResolvers<void>();
	const delayed: Argon2 = (algorithm, parameters, done) =>
		compute(algorithm, parameters, (error, hash) => {
			verified.resolve();
			void released.promise.then(() => done(error, hash));
		});
	vi.mocked(argon2).mockImplementationOnce(delayed);
	const begun = begin();
	await verified.promise;
	return {
		finish: () => {
			released.resolve();
			return begun;
		},
	};
}

/** Replaces the password by the link of an e-mail. */
export async function resetPassword({ db, settings }: World) {
	const asked = await requestReset(db, settings, ANNA, client(), NOW);
	const token = tokenOf(asked.outcome === "accepted" ? asked.trialLink : undefined);
	return changePasswordByToken(db, settings, { token, newPassword: OTHER_PASSWORD }, client(), NOW);
}
