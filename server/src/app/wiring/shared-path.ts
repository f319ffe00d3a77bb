// A path shared by two operations: one submits a term instrument, the other captures a lead.
// Neither module may depend on the other, so the app chooses the operation by the body.

import { Type } from '@sinclair/typebox';
import {
  type AssetPorts,
  placeTermInstrument,
  SUBMIT_TERM_INSTRUMENT,
  submitProblems,
  TERM_INSTRUMENT_ONLY_MEMBERS,
  TermInstrumentBody,
  TermInstrumentRecord,
  termInstrumentExample,
  termScheduleShown,
} from '../../modules/asset/index.js';
import {
  CAPTURE_LEAD,
  captureLead,
  crmProblems,
  duplicates,
  LEAD_ONLY_MEMBERS,
  LeadBody,
  LeadRecord,
} from '../../modules/crm/index.js';
import type { Work } from '../../platform/context.js';
import { commonProblems, type Problem, refusal } from '../../platform/http/reply/problem.js';
import { warnings } from '../../platform/http/reply/warning.js';
import { forbidden } from '../../platform/http/request/admission.js';
import { type Outcome, write } from '../../platform/http/route.js';
import { compileBody } from '../../platform/http/shape/schema.js';
import { anyBody, anyQuery } from '../../platform/http/shape/wire.js';
import type { Module } from '../../platform/module.js';

const readLead = compileBody(LeadBody);
const readTermInstrument = compileBody(TermInstrumentBody);

/** Creates the module of the shared path. */
export function sharedPathModule(ports: AssetPorts = {}): Module {
  const route = write({
    method: 'POST',
    path: 'order/terminstrument/submit',
    operation: 'submitTermInstrument',
    query: anyQuery,
    summary: 'Submit a term instrument, or capture a lead',
    description:
      'If the body contains members that only leads have, it captures a lead. If it contains ' +
      'members that only term instruments have, it submits a term instrument. Each needs the ' +
      'permission of its own operation.',
    permission: SUBMIT_TERM_INSTRUMENT,
    scope: 'OFFICE',
    anyOf: [CAPTURE_LEAD],
    body: anyBody([TermInstrumentBody, LeadBody]),
    reply: Type.Union([TermInstrumentRecord, LeadRecord]),
    extra: { warnings, duplicates: Type.Optional(duplicates), ...termScheduleShown },
    problems: [...submitProblems, ...Object.values(crmProblems)],
    example: termInstrumentExample,
    run: (work, { body }) => submitEither(work, body, ports),
  });
  return {
    name: 'shared-path',
    summary: 'Two operations from different modules on one path',
    routes: [route],
    problems: {},
  };
}

async function submitEither(
  work: Work,
  body: Readonly<Record<string, unknown>>,
  ports: AssetPorts,
): Promise<Outcome> {
  const members = Object.keys(body);
  const ofLead = members.filter((member) => LEAD_ONLY_MEMBERS.has(member));
  const ofInstrument = members.filter((member) => TERM_INSTRUMENT_ONLY_MEMBERS.has(member));
  if ((ofLead.length === 0) === (ofInstrument.length === 0)) throw neither(ofLead, ofInstrument);
  if (ofLead.length > 0) {
    permit(work, CAPTURE_LEAD);
    return captureLead(work, readLead(body));
  }
  permit(work, SUBMIT_TERM_INSTRUMENT);
  return placeTermInstrument(work, readTermInstrument(body), ports);
}

function permit(work: Work, permission: string): void {
  if (!work.principal.permissions.has(permission)) throw forbidden(permission);
}

function neither(ofLead: readonly string[], ofInstrument: readonly string[]): Problem {
  const named = [
    ...ofLead.map((member) => violation(member, 'is allowed only for a lead')),
    ...ofInstrument.map((member) => violation(member, 'is allowed only for a term instrument')),
  ];
  return refusal(commonProblems.INVALID_REQUEST, {
    detail:
      named.length === 0
        ? 'the body is ambiguous: give lastName for a lead, or faceValue for a term instrument'
        : 'the body mixes members of a lead with members of a term instrument',
    args: [...ofLead, ...ofInstrument],
    errors: named,
  });
}

function violation(member: string, detail: string) {
  return { pointer: `/${member}`, code: 'AMBIGUOUS', detail };
}
