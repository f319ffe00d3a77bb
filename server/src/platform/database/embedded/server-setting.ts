// The settings that the embedded server starts with: durable, and modest enough for a laptop.

/** Settings by PostgreSQL's names. */
export type ServerSettings = Readonly<Record<string, string>>;

// What keeps committed rows through a power loss is written out although it is the default, so that
// a configuration file in the cluster cannot weaken it unnoticed: arguments win over files.
const DURABILITY: ServerSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica',
};

const CAPACITY: ServerSettings = {
  max_connections: '100',
  shared_buffers: '128MB',
  // Compiling statements costs more than it saves on the short ones of a back office.
  jit: 'off',
};

const CONDUCT: ServerSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
  // The details of an error quote values of rows, which are customers' data.
  log_error_verbosity: 'terse',
};

/** The arguments of the server, the caller's settings last because the last one counts. */
export function settingArguments(
  socketFolder: string,
  overrides: ServerSettings,
): readonly string[] {
  const access: ServerSettings = {
    listen_addresses: '',
    // The setting is a list parted by commas; quotes keep a path with commas or spaces whole.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
  const settings = { ...DURABILITY, ...CAPACITY, ...CONDUCT, ...overrides, ...access };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
