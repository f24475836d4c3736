import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** An empty PostgreSQL database for an instance of a test file, which removes it when the instance has ended. */
export async function emptyPostgres(): Promise<{ url: string; remove: () => Promise<void> }> {
	const name = `site_${randomUUID().replaceAll("-", "")}`;
	await administer(`create database ${name}`);
	const url = new URL(inject("postgresUrl"));
	url.pathname = `/${name}`;
	return { url: url.href, remove: () => administer(`drop database ${name} with (force)`) };
}

async function administer(command: string): Promise<void> {
	const client = new pg.Client(inject("postgresUrl"));
	await client.connect();
	await client.query(command);
	await client.end();
}
