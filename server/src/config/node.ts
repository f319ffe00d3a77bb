// Settings of one node: its roles, its notice before stopping, and the priority of its background
// processes.

import { Type } from '@sinclair/typebox';

/** The notice before a node stops, in seconds. */
const NOTICE = { max: 60, behindBalancer: 2 } as const;

/** The lowest priority of a process. */
const NICENESS_MAX = 19;

/** The roles of a node. By default a node has all of them. */
const ROLES = ['http', 'fix', 'jobs'] as const;

type Role = (typeof ROLES)[number];

export const nodeShape = {
  /** `http` serves the API, `fix` runs exchange sessions, `jobs` runs background work. */
  roles: Type.Array(Type.Union(ROLES.map((role) => Type.Literal(role)))),
  /** How long `/readyz` answers 503 after SIGTERM, before the port closes. */
  stopNoticeSeconds: Type.Integer({ minimum: 0, maximum: NOTICE.max }),
  /** The niceness of the processes that render documents, if it is not the default. */
  backgroundNiceness: Type.Optional(Type.Integer({ minimum: 0, maximum: NICENESS_MAX })),
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from the environment. */
export function nodeSettings(environment: Environment) {
  const { COUNTINGHOUSE_ROLE: role, COUNTINGHOUSE_STOP_NOTICE_SECONDS: notice } = environment;
  const { COUNTINGHOUSE_BACKGROUND_NICENESS: niceness } = environment;
  // The embedded database belongs to a single node, which has no load balancer.
  const usual = environment.DATABASE_URL ? NOTICE.behindBalancer : 0;
  return {
    roles: role ? [...new Set(wordsOf(role).filter(isRole))] : [...ROLES],
    stopNoticeSeconds: notice ? Number(notice) : usual,
    ...(niceness ? { backgroundNiceness: Number(niceness) } : {}),
  };
}

/** Returns an error message about the first invalid setting. Undefined if all are valid. */
export function wrongNodeSetting(environment: Environment): string | undefined {
  const { COUNTINGHOUSE_ROLE: role, COUNTINGHOUSE_STOP_NOTICE_SECONDS: notice } = environment;
  const unknown = wordsOf(role ?? '').find((word) => !isRole(word));
  if (role && unknown !== undefined) {
    return `COUNTINGHOUSE_ROLE or --role: "${unknown}" is not a role; use ${ROLES.join(', ')}`;
  }
  if (notice && !(/^\d{1,2}$/.test(notice) && Number(notice) <= NOTICE.max)) {
    return (
      `COUNTINGHOUSE_STOP_NOTICE_SECONDS must be a whole number up to ${NOTICE.max}, ` +
      `not "${notice}"`
    );
  }
  const { COUNTINGHOUSE_BACKGROUND_NICENESS: niceness } = environment;
  if (niceness && !(/^\d{1,2}$/.test(niceness) && Number(niceness) <= NICENESS_MAX)) {
    return (
      `COUNTINGHOUSE_BACKGROUND_NICENESS must be a whole number up to ${NICENESS_MAX}, ` +
      `not "${niceness}"`
    );
  }
  return undefined;
}

interface NodeBeside {
  readonly exchange: string;
  readonly demo: boolean;
  readonly embedded: boolean;
}

/** Returns why these roles cannot run with these settings. Undefined if they can. */
export function contradictionInRoles(
  roles: readonly Role[],
  { exchange, demo, embedded }: NodeBeside,
): string | undefined {
  if (ROLES.every((role) => roles.includes(role))) return undefined;
  if (demo) return 'The demonstration runs in one process. Omit --role or --demo.';
  if (exchange === 'built-in') {
    return (
      'The built-in exchange runs in the process that takes orders and closes days. Omit ' +
      '--role, or choose another COUNTINGHOUSE_EXCHANGE.'
    );
  }
  if (embedded) {
    return (
      'The embedded database serves one process, which needs all roles. Omit --role, or ' +
      'set DATABASE_URL.'
    );
  }
  return undefined;
}

function wordsOf(text: string): readonly string[] {
  return text.split(',').map((word) => word.trim());
}

function isRole(word: string): word is Role {
  return ROLES.some((role) => role === word);
}
