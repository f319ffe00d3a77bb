// Chooses the server's launch mode. PostgreSQL refuses to run as root, so root needs another user.
import { chown, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Binaries, copyBinaries } from './binary.js';
import { type CommandResult, runCommand } from './command.js';
import { EMBEDDED } from './limits.js';

/** The owner of files, with the user and group ids that this process sees. */
export type FileOwner = { readonly uid: number; readonly gid: number };

/** One launch mode for PostgreSQL's programs. */
type LaunchMode = {
  readonly mode: 'directly' | 'user namespace' | 'unprivileged uid';
  /** The required owner of the cluster's files. */
  readonly fileOwner: FileOwner;
  /** The part of the command line before the program and its arguments. */
  readonly prefix: readonly string[];
  /** The user that runs the program. Undefined for the current user. */
  readonly user: FileOwner | undefined;
};

/** A launch mode that works here, with the programs it can access and their major version. */
export type ChosenLaunchMode = {
  readonly launch: LaunchMode;
  readonly binaries: Binaries;
  readonly majorVersion: string;
};

/**
 * The parameters for choosing a launch mode. `runFolder` is a private folder, which is given to the
 * chosen mode's file owner.
 */
type Choice = {
  readonly dataFolder: string;
  readonly runFolder: string;
  readonly binaries: Binaries;
  readonly ending: AbortSignal;
  readonly log: (message: string) => void;
};

type Trial =
  | { readonly majorVersion: string }
  | { readonly exitCode: number; readonly why: string };

const FOLDER_NOT_OURS = 41;
const NOT_STARTED = -1;
const NAMESPACE_ID = 1_000;
const NOBODY_ID = 65_534;

// A trial does what a server does: it checks that it owns and can write to a folder, and loads the
// program and its libraries.
const TRIAL = `test -O "$1" && test -w "$1" || exit ${FOLDER_NOT_OURS}; exec "$2" --version`;

/** Builds the command line of a program in a launch mode. */
export function commandIn(
  launch: LaunchMode,
  program: string,
  programArguments: readonly string[],
) {
  const [file = program, ...rest] = [...launch.prefix, program, ...programArguments];
  return { file, arguments: rest, user: launch.user };
}

/**
 * Tries the available launch modes in order, and returns the first that works.
 * @throws Error that lists the modes tried and why each did not work.
 */
export async function chooseLaunchMode(choice: Choice): Promise<ChosenLaunchMode> {
  const refusals: string[] = [];
  for (const launch of await availableWays()) {
    const chosen = await tryMode(choice, launch);
    if (typeof chosen !== 'string') {
      choice.log(`The PostgreSQL server runs ${describe(launch)}.`);
      return chosen;
    }
    refusals.push(`${launch.mode}: ${chosen}`);
    choice.log(`The PostgreSQL server cannot run ${describe(launch)}: ${chosen}`);
  }
  throw new Error(
    `The embedded PostgreSQL server cannot run here: ${refusals.join(' ')} Set DATABASE_URL to a ` +
      'PostgreSQL server of your own, or start this program as an ordinary user.',
  );
}

async function availableWays(): Promise<readonly LaunchMode[]> {
  const [uid, gid] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  if (uid !== 0) {
    return [{ mode: 'directly', fileOwner: { uid, gid }, prefix: [], user: undefined }];
  }
  // In the namespace, our files belong to the mapped user, and the files that it creates belong to
  // us.
  const mapping = [`--map-user=${NAMESPACE_ID}`, `--map-group=${NAMESPACE_ID}`];
  const prefix = ['unshare', '--user', ...mapping, '--'];
  const unprivileged = await readNobody();
  return [
    { mode: 'user namespace', fileOwner: { uid, gid }, prefix, user: undefined },
    { mode: 'unprivileged uid', fileOwner: unprivileged, prefix: [], user: unprivileged },
  ];
}

function describe(launch: LaunchMode): string {
  switch (launch.mode) {
    case 'directly':
      return 'directly, as the user of this program';
    case 'user namespace':
      return `in a user namespace as uid ${NAMESPACE_ID}, because it refuses to run as root`;
    case 'unprivileged uid':
      return `as the unprivileged uid ${launch.fileOwner.uid}, because it refuses to run as root`;
  }
}

/** Tries one mode. Returns the reason if it does not work. */
async function tryMode(choice: Choice, launch: LaunchMode): Promise<ChosenLaunchMode | string> {
  const { dataFolder, runFolder } = choice;
  if ((await stat(runFolder)).uid !== launch.fileOwner.uid) {
    try {
      await chown(runFolder, launch.fileOwner.uid, launch.fileOwner.gid);
    } catch {
      return `the data folder ${dataFolder} belongs to another user, and that cannot be changed.`;
    }
  }
  let binaries = choice.binaries;
  let trial = await runTrial(choice, launch, binaries.postgres);
  if ('why' in trial && launch.user !== undefined && trial.exitCode > FOLDER_NOT_OURS) {
    binaries = await copyBinaries(dataFolder);
    trial = await runTrial(choice, launch, binaries.postgres);
  }
  if ('majorVersion' in trial) {
    return { launch, binaries, majorVersion: trial.majorVersion };
  }
  if (trial.exitCode !== FOLDER_NOT_OURS) {
    return `${trial.why.trim()}.`;
  }
  const closed =
    launch.user === undefined ? undefined : await findClosedParent(runFolder, launch.user);
  return closed === undefined
    ? `the data folder ${dataFolder} does not appear there as owned by that user.`
    : `it cannot reach the data folder ${dataFolder}, because ${closed} is closed to other ` +
        'users. Use a data folder that every user can reach, such as one under /var/lib.';
}

async function runTrial(choice: Choice, launch: LaunchMode, postgres: string): Promise<Trial> {
  const trialArguments = ['-c', TRIAL, 'sh', choice.runFolder, postgres];
  const command = commandIn(launch, '/bin/sh', trialArguments);
  const limits = { waitMs: EMBEDDED.trialWaitMs, ending: choice.ending };
  const result: CommandResult = await runCommand({ ...command, ...limits });
  const majorVersion = /^postgres \(PostgreSQL\) (\d+)/.exec(result.output)?.[1];
  if (result.exitCode === 0 && majorVersion !== undefined) {
    return { majorVersion };
  }
  return { exitCode: result.exitCode ?? NOT_STARTED, why: result.complaint };
}

async function readNobody(): Promise<FileOwner> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = users
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':');
  const [uid, gid] = [Number(fields?.[2] ?? NOBODY_ID), Number(fields?.[3] ?? NOBODY_ID)];
  // Some systems show the user `nobody` as -2, which system calls do not accept.
  const valid = Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 && gid > 0;
  return valid ? { uid, gid } : { uid: NOBODY_ID, gid: NOBODY_ID };
}

async function findClosedParent(folder: string, user: FileOwner): Promise<string | undefined> {
  const parents: string[] = [];
  for (let at = path.dirname(folder); at !== path.dirname(at); at = path.dirname(at)) {
    parents.unshift(at);
  }
  for (const parent of parents) {
    const { uid, gid, mode } = await stat(parent);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) {
      return parent;
    }
  }
  return undefined;
}
