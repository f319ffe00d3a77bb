// DATABASE_URL: the hosts of one database, and which of them to use. The driver supports only one
// host and ignores unknown parameters, so the URL is parsed here, and unknown parameters are
// refused.

import { Type } from '@sinclair/typebox';
import type pg from 'pg';

export const databaseShape = {
  databaseUrl: Type.Optional(Type.String({ minLength: 1 })),
  /** Connections in this node's pool. Default: four per processor, from 8 to 40. */
  databaseConnections: Type.Optional(Type.Integer({ minimum: 4, maximum: 1_000 })),
};

/** Reads the settings from the environment. */
export function databaseSettings({
  DATABASE_URL: databaseUrl,
  COUNTINGHOUSE_DATABASE_CONNECTIONS: connections,
}: Readonly<Record<string, string | undefined>>) {
  return {
    ...(databaseUrl ? { databaseUrl } : {}),
    ...(connections ? { databaseConnections: Number(connections) } : {}),
  };
}

/** Returns an error message about the first invalid setting. Undefined if all are valid. */
export function wrongDatabaseSetting(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { COUNTINGHOUSE_DATABASE_CONNECTIONS: connections } = environment;
  if (!connections || (/^\d{1,4}$/.test(connections) && isPoolSize(Number(connections)))) {
    return undefined;
  }
  return `COUNTINGHOUSE_DATABASE_CONNECTIONS is ${connections}; it must be between 4 and 1000`;
}

const isPoolSize = (count: number): boolean => count >= 4 && count <= 1_000;

/** An invalid DATABASE_URL. The message contains the invalid part, never the password. */
class DatabaseUrlRefused extends Error {}

const TARGETS = ['read-write', 'primary', 'any'] as const;

/**
 * The servers that may be used. `read-write`: servers that accept writes. `primary`: servers that
 * are not standbys. `any`: all servers.
 */
export type SessionTarget = (typeof TARGETS)[number];

/** The hosts of a database. */
export interface DatabaseAddress {
  /** The driver's settings for each host, in order. */
  readonly hosts: readonly pg.ClientConfig[];
  readonly target: SessionTarget;
}

/** URL parameters that the driver reads. */
const DRIVER_PARAMETERS = [
  ...['user', 'password', 'options', 'client_encoding'],
  ...['application_name', 'fallback_application_name'],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
];
/** URL parameters that this file uses. */
const OWN_PARAMETERS = ['host', 'port', 'target_session_attrs'];

// A URL with several hosts is not a WHATWG URL, so a regular expression parses it.
const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?]*)@)?([^/?@]*)(?:\/([^?]*))?(?:\?(.*))?$/;

/** Returns an error message about the invalid part of a URL. Undefined if the URL is valid. */
export function wrongDatabaseUrl(url: string): string | undefined {
  try {
    readDatabaseUrl(url);
    return undefined;
  } catch (error) {
    if (error instanceof DatabaseUrlRefused) return error.message;
    throw error;
  }
}

/** Parses a URL as libpq does. */
export function readDatabaseUrl(url: string): DatabaseAddress {
  const parts = PARTS.exec(url);
  if (parts === null) {
    throw new DatabaseUrlRefused(
      'DATABASE_URL must have the form postgresql://user:password@host:port/database',
    );
  }
  const [, scheme = '', user, authority = '', database = '', query = ''] = parts;
  const parameters = new URLSearchParams(query);
  refuseUnknown(parameters);
  const target = targetOf(parameters.get('target_session_attrs'));
  const hosts = hostsOf(authority, parameters).map(({ host, port }) => {
    const own = new URLSearchParams(parameters);
    for (const name of OWN_PARAMETERS) own.delete(name);
    if (host !== '') own.set('host', host);
    if (port !== '') own.set('port', port);
    const before = user === undefined ? '' : `${user}@`;
    return { connectionString: `${scheme}${before}/${database}?${encoded(own)}` };
  });
  return { hosts, target };
}

// The driver does not decode a plus as a space.
const encoded = (parameters: URLSearchParams): string =>
  parameters.toString().replaceAll('+', '%20');

function refuseUnknown(parameters: URLSearchParams): void {
  for (const name of parameters.keys()) {
    if (OWN_PARAMETERS.includes(name) || DRIVER_PARAMETERS.includes(name)) continue;
    const known = [...OWN_PARAMETERS, ...DRIVER_PARAMETERS].sort().join(', ');
    throw new DatabaseUrlRefused(
      `DATABASE_URL has the parameter ${name}, which is not supported. Remove it. ` +
        `The supported parameters are ${known}`,
    );
  }
}

function targetOf(text: string | null): SessionTarget {
  const target = TARGETS.find((each) => each === (text ?? 'read-write'));
  if (target !== undefined) return target;
  throw new DatabaseUrlRefused(
    `DATABASE_URL has target_session_attrs=${text}. The program writes, so it must be ` +
      TARGETS.join(', ').replace(/, (?=[^,]*$)/, ' or '),
  );
}

interface Host {
  readonly host: string;
  readonly port: string;
}

function hostsOf(authority: string, parameters: URLSearchParams): Host[] {
  const named = parameters.get('host');
  const listed = named === null ? authority.split(',').map(hostOf) : plain(named);
  const ports = (parameters.get('port') ?? '').split(',');
  if (ports.length > 1 && ports.length !== listed.length) {
    throw new DatabaseUrlRefused(
      `DATABASE_URL has ${listed.length} hosts and ${ports.length} ports. Give one port, or one ` +
        'for each host',
    );
  }
  return listed.map(({ host, port }, index) => {
    const own = port || (ports[index] ?? ports[0] ?? '');
    const isNumber = /^\d{1,5}$/.test(own) && Number(own) <= 65_535;
    if (own !== '' && !isNumber) {
      throw new DatabaseUrlRefused(`DATABASE_URL has the port ${own}, which is not a port number`);
    }
    return { host, port: own };
  });
}

const plain = (hosts: string): Host[] => hosts.split(',').map((host) => ({ host, port: '' }));

// An IPv6 address is in brackets. The path of a socket folder is percent-encoded.
function hostOf(text: string): Host {
  const [, bracketed, name = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [
    '',
    undefined,
    text,
  ];
  return { host: bracketed ?? decodeURIComponent(name), port };
}
