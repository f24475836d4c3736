/** The schema in which an unqualified `create table` of the server makes its tables: the first of its search path. */
export const OUR_SCHEMA = "(select oid from pg_namespace where nspname = current_schema())";

/**
 * Selects the tables of that schema by oid and name: no views, and nothing that an extension has brought along, as
 * `pg_stat_statements` does with everybody's statements, since none of that could be written again. A partition is read
 * with its table.
 */
export const OUR_TABLES = `
	select oid, relname as name from pg_class
	where relnamespace = ${OUR_SCHEMA} and relkind in ('r', 'p') and not relispartition
	and not exists (
		select from pg_depend
		where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
	)`;
