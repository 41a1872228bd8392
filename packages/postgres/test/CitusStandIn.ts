/**
 * A stand-in for Citus, which no test installs: it has the names of its functions and rejects what Citus rejects, but keeps
 * all rows where they are. `npm run test:postgres -- --url … --distribute` runs the suite on real Citus.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Installs it in the database of the client. All its workers answer. */
export const standIn = SqlClient.SqlClient.use((sql) =>
  Effect.all([
    sql`CREATE TABLE public.pg_dist_partition (logicalrelid regclass PRIMARY KEY)`,
    sql`CREATE TABLE public.truncated (name text)`,
    sql`
      CREATE FUNCTION public.create_distributed_table(name regclass, key text, colocate_with text) RETURNS void AS $$
        DECLARE
          problem text;
        BEGIN
          INSERT INTO public.pg_dist_partition VALUES (name);
          SELECT conname INTO problem FROM pg_constraint WHERE conrelid = name AND contype = 'f' AND (
            confdeltype = 'n' OR confrelid NOT IN (SELECT logicalrelid FROM public.pg_dist_partition)
          );
          IF problem IS NOT NULL THEN RAISE 'unsupported foreign key %', problem; END IF;
          SELECT indexrelid::regclass INTO problem FROM pg_index JOIN pg_attribute ON attrelid = name AND attname = key
          WHERE indrelid = name AND indisunique AND attnum <> ALL(indkey);
          IF problem IS NOT NULL THEN RAISE '% does not have the distribution column', problem; END IF;
          IF name <> 'mailroom.organizations'::regclass AND colocate_with <> 'mailroom.organizations' THEN
            RAISE '% is elsewhere', name;
          END IF;
        END
      $$ LANGUAGE plpgsql`,
    sql`
      CREATE FUNCTION public.truncate_local_data_after_distributing_table(name regclass) RETURNS void AS $$
        DECLARE
          problem text;
        BEGIN
          SELECT conname INTO problem FROM pg_constraint
          WHERE contype = 'f' AND confrelid IN (SELECT logicalrelid FROM public.pg_dist_partition)
            AND conrelid NOT IN (SELECT logicalrelid FROM public.pg_dist_partition);
          IF problem IS NOT NULL THEN RAISE '% is a key to a distributed table', problem; END IF;
          INSERT INTO public.truncated VALUES (name);
        END
      $$ LANGUAGE plpgsql`,
    sql`
      CREATE FUNCTION public.run_command_on_workers(command text)
      RETURNS TABLE (nodename text, nodeport int, success boolean, result text) LANGUAGE sql
      AS $$ VALUES ('worker-1', 5432, TRUE, '1') $$`,
    // Two servers with a shard each, by whether the id of an organization is odd.
    sql`CREATE TABLE public.pg_dist_placement (shardid bigint, groupid integer)`,
    sql`INSERT INTO public.pg_dist_placement VALUES (102008, 1), (102009, 2)`,
    sql`
      CREATE FUNCTION public.get_shard_id_for_distribution_column(name regclass, value bigint) RETURNS bigint
      LANGUAGE sql AS $$ SELECT 102008 + value % 2 $$`,
    sql`CREATE VIEW public.citus_lock_waits AS
      SELECT unnest(pg_blocking_pids(pid))::bigint AS blocking_gpid FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    sql`CREATE FUNCTION public.citus_backend_gpid() RETURNS bigint LANGUAGE sql AS $$ SELECT pg_backend_pid()::bigint $$`
  ])
)
