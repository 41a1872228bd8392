/** When Postgres vacuums large tables. By default it waits until a fifth of a table has changed. */

/**
 * For tables whose rows change in place: dead rows leave pages and indexes, and the statistics follow, after a twentieth of them.
 */
export const changing = "autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02"

/**
 * For tables that mostly grow: reads from an index alone need pages that are known to be visible, and the newest rows are read
 * most.
 */
export const growing = `autovacuum_vacuum_insert_scale_factor = 0.02, ${changing}`
