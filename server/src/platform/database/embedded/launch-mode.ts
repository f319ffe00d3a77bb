// Chooses how the server runs: PostgreSQL refuses root, so root has to find another way.
import { chown, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Binaries, copyBinaries } from './binary.js';
import { type CommandResult, runCommand } from './command.js';
import { EMBEDDED } from './limits.js';

/** The owner of the files, in the numbers that this process sees. */
export type FileOwner = { readonly uid: number; readonly gid: number };

/** One way of running PostgreSQL's programs. */
type Way = {
  readonly mode: 'directly' | 'user namespace' | 'unprivileged uid';
  /** Who the files of the cluster must belong to. */
  readonly fileOwner: FileOwner;
  /** What precedes a program and its arguments on the command line. */
  readonly prefix: readonly string[];
  /** Whom the program is started as; undefined for ourselves. */
  readonly user: FileOwner | undefined;
};

/** A way that works here, with programs it can reach and their major version. */
export type ChosenWay = {
  readonly way: Way;
  readonly binaries: Binaries;
  readonly majorVersion: string;
};

/**
 * What a choice needs: `runFolder` is a private folder, which the choice leaves to the way's
 * owner.
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

// A trial does what a server would: owns and writes a folder, loads the program and its libraries.
const TRIAL = `test -O "$1" && test -w "$1" || exit ${FOLDER_NOT_OURS}; exec "$2" --version`;

/** The command line of a program run in a way. */
export function commandIn(way: Way, program: string, programArguments: readonly string[]) {
  const [file = program, ...rest] = [...way.prefix, program, ...programArguments];
  return { file, arguments: rest, user: way.user };
}

/**
 * Tries the ways that this process has and takes the first that works.
 *
 * @throws Error with what was tried and why each did not work.
 */
export async function chooseWay(choice: Choice): Promise<ChosenWay> {
  const refusals: string[] = [];
  for (const way of await availableWays()) {
    const chosen = await tryWay(choice, way);
    if (typeof chosen !== 'string') {
      choice.log(`The PostgreSQL server runs ${describe(way)}.`);
      return chosen;
    }
    refusals.push(`${way.mode}: ${chosen}`);
    choice.log(`The PostgreSQL server cannot run ${describe(way)}: ${chosen}`);
  }
  throw new Error(
    `The embedded PostgreSQL server cannot run here: ${refusals.join(' ')} Set DATABASE_URL to a ` +
      'PostgreSQL server of your own, or start this program as an ordinary user.',
  );
}

async function availableWays(): Promise<readonly Way[]> {
  const [uid, gid] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  if (uid !== 0) {
    return [{ mode: 'directly', fileOwner: { uid, gid }, prefix: [], user: undefined }];
  }
  // Inside the namespace our files appear as those of the mapped user, and its files are ours.
  const mapping = [`--map-user=${NAMESPACE_ID}`, `--map-group=${NAMESPACE_ID}`];
  const prefix = ['unshare', '--user', ...mapping, '--'];
  const nobody = await readNobody();
  return [
    { mode: 'user namespace', fileOwner: { uid, gid }, prefix, user: undefined },
    { mode: 'unprivileged uid', fileOwner: nobody, prefix: [], user: nobody },
  ];
}

function describe(way: Way): string {
  switch (way.mode) {
    case 'directly':
      return 'directly, as the user of this program';
    case 'user namespace':
      return `in a user namespace as uid ${NAMESPACE_ID}, because it refuses to run as root`;
    case 'unprivileged uid':
      return `as the unprivileged uid ${way.fileOwner.uid}, because it refuses to run as root`;
  }
}

/** A sentence that says why when the way does not work. */
async function tryWay(choice: Choice, way: Way): Promise<ChosenWay | string> {
  const { dataFolder, runFolder } = choice;
  if ((await stat(runFolder)).uid !== way.fileOwner.uid) {
    try {
      await chown(runFolder, way.fileOwner.uid, way.fileOwner.gid);
    } catch {
      return `the data folder ${dataFolder} belongs to another user and cannot be given away.`;
    }
  }
  let binaries = choice.binaries;
  let trial = await runTrial(choice, way, binaries.postgres);
  if ('why' in trial && way.user !== undefined && trial.exitCode > FOLDER_NOT_OURS) {
    binaries = await copyBinaries(dataFolder);
    trial = await runTrial(choice, way, binaries.postgres);
  }
  if ('majorVersion' in trial) {
    return { way, binaries, majorVersion: trial.majorVersion };
  }
  if (trial.exitCode !== FOLDER_NOT_OURS) {
    return `${trial.why.trim()}.`;
  }
  const closed = way.user === undefined ? undefined : await findClosedParent(runFolder, way.user);
  return closed === undefined
    ? `the data folder ${dataFolder} does not appear as its own there.`
    : `it cannot reach the data folder ${dataFolder}, because ${closed} is closed to other ` +
        'users. Use a data folder that every user can reach, such as one under /var/lib.';
}

async function runTrial(choice: Choice, way: Way, postgres: string): Promise<Trial> {
  const trialArguments = ['-c', TRIAL, 'sh', choice.runFolder, postgres];
  const command = commandIn(way, '/bin/sh', trialArguments);
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
  // Some systems write nobody's number as -2, which the calls that take it do not.
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
