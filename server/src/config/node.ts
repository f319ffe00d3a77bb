// Settings of one node: what it does beside other nodes, and how it says that it leaves.

import { Type } from '@sinclair/typebox';

/** How long a node says that it leaves, in seconds. */
const NOTICE = { most: 60, behindBalancer: 2 } as const;

/** What a node may do; by default it does all of it. */
const ROLES = ['http', 'fix', 'jobs'] as const;

type Role = (typeof ROLES)[number];

export const nodeShape = {
  /** `http` answers the API, `fix` owns sessions with exchanges, `jobs` does background work. */
  roles: Type.Array(Type.Union(ROLES.map((role) => Type.Literal(role)))),
  /** After SIGTERM `/readyz` answers 503 for so long before the port closes. */
  stopNoticeSeconds: Type.Integer({ minimum: 0, maximum: NOTICE.most }),
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings as the environment has them. */
export function nodeSettings(environment: Environment) {
  const { COUNTINGHOUSE_ROLE: role, COUNTINGHOUSE_STOP_NOTICE_SECONDS: notice } = environment;
  // The embedded database belongs to one node, before which no balancer stands.
  const usual = environment.DATABASE_URL ? NOTICE.behindBalancer : 0;
  return {
    roles: role ? [...new Set(wordsOf(role).filter(isRole))] : [...ROLES],
    stopNoticeSeconds: notice ? Number(notice) : usual,
  };
}

/** What is wrong with the settings, in a sentence; undefined when nothing is. */
export function wrongNodeSetting(environment: Environment): string | undefined {
  const { COUNTINGHOUSE_ROLE: role, COUNTINGHOUSE_STOP_NOTICE_SECONDS: notice } = environment;
  const unknown = wordsOf(role ?? '').find((word) => !isRole(word));
  if (role && unknown !== undefined) {
    return `COUNTINGHOUSE_ROLE or --role: "${unknown}" is not a role; use ${ROLES.join(', ')}`;
  }
  if (notice && !(/^\d{1,2}$/.test(notice) && Number(notice) <= NOTICE.most)) {
    return (
      `COUNTINGHOUSE_STOP_NOTICE_SECONDS must be a whole number up to ${NOTICE.most}, ` +
      `not "${notice}"`
    );
  }
  return undefined;
}

interface NodeBeside {
  readonly exchange: string;
  readonly demo: boolean;
  readonly embedded: boolean;
}

/** Why these roles cannot run with these settings; undefined when they can. */
export function contradictionInRoles(
  roles: readonly Role[],
  { exchange, demo, embedded }: NodeBeside,
): string | undefined {
  if (ROLES.every((role) => roles.includes(role))) return undefined;
  if (demo) return 'The demonstration runs in one process. Leave out --role, or --demo.';
  if (exchange === 'built-in') {
    return (
      'The built-in exchange runs in the process that takes orders and closes days. Leave out ' +
      '--role, or choose another COUNTINGHOUSE_EXCHANGE.'
    );
  }
  if (embedded) {
    return (
      'The embedded database serves one process, which must do everything. Leave out --role, or ' +
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
