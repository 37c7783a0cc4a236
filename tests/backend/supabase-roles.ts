/** The privileges of a Supabase project's roles before the first migration: all. For a superuser. */
export const SUPABASE_ROLES = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  grant usage on schema public to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`

/**
 * The same as on a hosted project, for its superuser `supabase_admin`: migrations run as `postgres`, which is none, and
 * requests as `authenticator`, which takes the role of the key.
 */
export const HOSTED_ROLES = `
  create role postgres login createrole createdb replication bypassrls;
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator login noinherit;
  grant anon, authenticated, service_role to authenticator, postgres;
  grant create on database postgres to postgres;
`
/** In each new database of such a project. */
export const HOSTED_SCHEMA = `
  create schema extensions;
  create schema auth;
  grant usage on schema public, extensions, auth to postgres, anon, authenticated, service_role;
  grant create on schema public to postgres;
  alter default privileges for role postgres in schema public grant all on tables to postgres, anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on sequences to postgres, anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on functions to postgres, anon, authenticated, service_role;
  alter default privileges for role supabase_admin in schema public grant all on tables to postgres, anon, authenticated, service_role;
`
