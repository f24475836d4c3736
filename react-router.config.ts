import type { Config } from "@react-router/dev/config";

export default {
	ssr: true,
	// Everything that version 8 makes the default, so that the update to it changes the version only.
	future: {
		v8_middleware: true,
		v8_passThroughRequests: true,
		v8_splitRouteModules: true,
		v8_viteEnvironmentApi: true,
		v8_trailingSlashAwareDataRequests: true,
	},
	// The whole manifest at once: lazy discovery reloads the current page when a newer build is served, and nothing
	// limits these reloads.
	routeDiscovery: { mode: "initial" },
	// Cross-origin forms are refused by app/platform/http/same-origin.server.ts, which refuses more than the framework does.
	// The framework's own check runs before any middleware and responds with a bare «Bad Request».
	allowedActionOrigins: ["**"],
} satisfies Config;
