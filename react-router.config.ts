import type { Config } from "@react-router/dev/config";

export default {
	ssr: true,
	// Everything that v8 makes the default is on, so that v8 is a version bump.
	future: {
		v8_middleware: true,
		v8_passThroughRequests: true,
		v8_splitRouteModules: true,
		v8_viteEnvironmentApi: true,
		v8_trailingSlashAwareDataRequests: true,
	},
	// The whole manifest at once: lazy discovery would reload the current page, without a guard,
	// when a newer build is served.
	routeDiscovery: { mode: "initial" },
	// Whose forms are taken is decided in one place, which refuses more than the framework would (app/platform/http/same-origin.server.ts).
	// The framework's own check comes before any middleware, and answers people with «Bad Request».
	allowedActionOrigins: ["**"],
} satisfies Config;
