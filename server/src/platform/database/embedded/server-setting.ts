// The embedded server's settings, which make commits durable and are modest enough for a laptop.

/** Settings by their PostgreSQL names. */
export type ServerSettings = Readonly<Record<string, string>>;

// The settings that protect committed rows from a power loss are passed explicitly, although they
// are the defaults. Arguments override files, so a configuration file in the cluster cannot weaken
// them.
const DURABILITY: ServerSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica',
};

const CAPACITY: ServerSettings = {
  max_connections: '100',
  shared_buffers: '128MB',
  // Compiling costs more than it saves for the short statements of a back office.
  jit: 'off',
};

const CONDUCT: ServerSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
  // The details of an error quote row values, which are customer data.
  log_error_verbosity: 'terse',
};

/** Builds the server's arguments. The caller's settings come last, because the last one applies. */
export function settingArguments(
  socketFolder: string,
  overrides: ServerSettings,
): readonly string[] {
  const access: ServerSettings = {
    listen_addresses: '',
    // The setting is a comma-separated list. Quotes protect a path with commas or spaces.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
  const settings = { ...DURABILITY, ...CAPACITY, ...CONDUCT, ...overrides, ...access };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
