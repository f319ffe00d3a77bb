// `countinghouse user` and `countinghouse client`: manage staff users and API clients over the
// public API.

import type { InitOf } from '@countinghouse/sdk';
import { type Command, Option } from 'commander';
import { connect } from '../../api.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../../setting.js';
import { resetLinkCommand } from './reset-link.js';
import { unlockCommand } from './unlock.js';

type NewUser = InitOf<'post', 'security/user/create'>[0]['body'];
type Role = NewUser['roles'][number];

const ROLES: readonly Role[] = [
  'ADMIN',
  'DEALER',
  'OPERATIONS',
  'APPROVER',
  'FINANCE',
  'CRM',
  'AUDITOR',
  'CLIENT',
];

interface MakeOptions extends SharedOptions {
  readonly role: readonly Role[];
  readonly offices?: string;
}

/** Adds both commands. */
export function userCommand(program: Command): void {
  const user = addKind(program, 'user', 'staff users');
  unlockCommand(user);
  resetLinkCommand(user);
  addKind(program, 'client', 'API clients');
}

function addKind(program: Command, kind: 'user' | 'client', plural: string): Command {
  const command = program.command(kind).description(`list, create and disable ${plural}`);
  withSharedOptions(command.command('list').description(`list ${plural}`)).action(
    async (options: SharedOptions) => {
      const admin = await connect(configFrom(options), 'ADMIN');
      const list = await admin.get(`security/${kind}/list`, { query: { s: 500 } });
      const lines = list.result.map(lineOf);
      printResult(options, list, lines);
    },
  );
  withSharedOptions(
    command
      .command('create <name>')
      .description('create one; its secret is shown only once')
      .addOption(
        new Option('--role <role...>', 'role that grants permissions')
          .choices(ROLES)
          .makeOptionMandatory(),
      )
      .option('--offices <ids>', 'ids of its business offices, separated by commas; default: all'),
  ).action((name: string, options: MakeOptions) => create(kind, name, options));
  withSharedOptions(
    command.command('disable <id>').description('end its access within seconds'),
  ).action(async (id: string, options: SharedOptions) => {
    const admin = await connect(configFrom(options), 'ADMIN');
    const reply = await admin.put(`security/${kind}/disable/id/{id}`, { path: { id } });
    printResult(options, reply, [`${kind} ${id} is disabled`]);
  });
  return command;
}

async function create(kind: 'user' | 'client', name: string, options: MakeOptions): Promise<void> {
  const admin = await connect(configFrom(options), 'ADMIN');
  const offices = options.offices?.split(',').map(Number);
  const rights = {
    roles: options.role,
    ...(offices === undefined ? {} : { officeIds: offices }),
  };
  const reply =
    kind === 'user'
      ? await admin.post('security/user/create', { body: { username: name, ...rights } })
      : await admin.post('security/client/create', { body: { label: name, ...rights } });
  const shown = Object.entries({ ...reply.result, ...reply }).filter(([member]) =>
    /password|secret|clientId/i.test(member),
  );
  printResult(options, reply, [
    `created ${kind} ${name} with id ${reply.id}`,
    ...shown.map(([member, value]) => `  ${member}: ${value}`),
  ]);
}

function lineOf(record: Record<string, unknown>): string {
  const state = record.active === false ? 'disabled' : 'active';
  return `${record.id}  ${record.name}  ${String(record.role ?? record.roles ?? '')}  ${state}`;
}
