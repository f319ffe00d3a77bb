// The templates that the program creates at its first start. Firms can change them.

import type { Context, Work } from '../../../platform/context.js';
import { systemWork } from '../../../platform/system-work.js';
import type { Channel, Purpose } from '../channel/channel.js';
import { refuseWrongTexts } from './check.js';
import { claimTemplateName, findTemplateNames } from './queries.js';
import type { Content } from './schema.js';
import type { SubjectKind } from './subject.js';
import { newRow, nextId, storeTemplate } from './template.js';

interface Shipped {
  readonly name: string;
  readonly label: string;
  readonly channel: Channel;
  readonly relatedTo: SubjectKind;
  readonly purpose?: Purpose;
  readonly contents: readonly Content[];
}

const GREETING = {
  en: { start: 'Dear {{recipient.name}},', end: 'Yours sincerely,\n{{firm.name}}' },
  fr: { start: 'Bonjour {{recipient.name}},', end: 'Cordialement,\n{{firm.name}}' },
} as const;

/** Returns an e-mail with the given paragraphs, as text and as HTML. */
function mail(language: 'en' | 'fr', subject: string, paragraphs: readonly string[]): Content {
  const { start, end } = GREETING[language];
  const all = [start, ...paragraphs, end];
  const html = all.map((each) => `<p>${each.replaceAll('\n', '<br>')}</p>`).join('\n');
  return { language, subject, text: all.join('\n\n'), html };
}

const ORDER = '{{order.side}} {{order.filled}} {{order.security}} ({{order.securityLabel}})';
const NOTE = '{{note.side}} {{note.quantity}} {{note.security}} ({{note.securityLabel}})';

/** Returns a section that repeats the text for each record in a message. */
const forEach = (text: string): string => `{{#notices}}${text}{{/notices}}`;

const HELD = '{{entitlement.quantity}} {{entitlement.security}} ({{entitlement.securityLabel}})';
const ELECTABLE = '{{election.quantity}} {{election.security}} ({{election.securityLabel}})';
const TAXED =
  '{{#entitlement.withheld}}, after {{entitlement.withheld}} tax{{/entitlement.withheld}}';
const TAXED_FR =
  '{{#entitlement.withheld}}, après {{entitlement.withheld}} d’impôt{{/entitlement.withheld}}';
const NEW_UNITS =
  '{{#entitlement.newUnits}} New units: {{entitlement.newUnits}}.{{/entitlement.newUnits}}';
const NEW_UNITS_FR =
  '{{#entitlement.newUnits}} Nouveaux titres : {{entitlement.newUnits}}.{{/entitlement.newUnits}}';

/** The e-mails about a customer's entitlements and elections. */
function entitlementMails(): readonly Shipped[] {
  const paid = (name: string, label: string): Shipped => ({
    ...{ name, label, channel: 'EMAIL', relatedTo: 'ENTITLEMENT' },
    contents: [
      mail('en', '{{entitlement.security}}: {{entitlement.net}} paid', [
        `{{entitlement.label}}: you were paid {{entitlement.net}} for ${HELD}${TAXED}.`,
      ]),
      mail('fr', '{{entitlement.security}} : {{entitlement.net}} payés', [
        `{{entitlement.label}} : vous avez reçu {{entitlement.net}} pour ${HELD}${TAXED_FR}.`,
      ]),
    ],
  });
  return [
    {
      ...{ name: 'EVENT-ANNOUNCED', label: 'A security held by the customer pays' },
      ...{ channel: 'EMAIL', relatedTo: 'ENTITLEMENT' },
      contents: [
        mail('en', '{{entitlement.label}}', [
          `You are entitled to {{entitlement.net}} for ${HELD}${TAXED}.` +
            '{{#entitlement.paymentDate}} It is due on {{entitlement.paymentDate}}.' +
            '{{/entitlement.paymentDate}}',
        ]),
        mail('fr', '{{entitlement.label}}', [
          `vous avez droit à {{entitlement.net}} pour ${HELD}${TAXED_FR}.` +
            '{{#entitlement.paymentDate}} Paiement le {{entitlement.paymentDate}}.' +
            '{{/entitlement.paymentDate}}',
        ]),
      ],
    },
    {
      ...{ name: 'ELECTION-DUE', label: 'The customer has a choice to make' },
      ...{ channel: 'EMAIL', relatedTo: 'ELECTION_REMINDER' },
      contents: [
        mail('en', '{{election.label}}: choose by {{election.deadline}}', [
          `{{election.label}}: you have not made your choice yet for ${ELECTABLE}.`,
          'You can choose until {{election.deadline}}, {{election.time}}. After that, the ' +
            'issuer’s default applies.',
        ]),
        mail('fr', '{{election.label}} : choisissez avant le {{election.deadline}}', [
          `{{election.label}} : vous avez un choix à faire pour ${ELECTABLE}.`,
          'Vous pouvez choisir jusqu’au {{election.deadline}}, {{election.time}}. Ensuite, ' +
            'l’option par défaut de l’émetteur s’applique.',
        ]),
      ],
    },
    paid('DIVIDEND-PAID', 'A dividend was paid'),
    paid('COUPON-PAID', 'A coupon was paid'),
    paid('BOND-REDEEMED', 'A bond was repaid'),
    {
      ...{ name: 'UNITS-CREDITED', label: 'New units were credited' },
      ...{ channel: 'EMAIL', relatedTo: 'ENTITLEMENT' },
      contents: [
        mail('en', '{{entitlement.label}}', [
          `{{entitlement.label}} has changed your holding of ${HELD}.${NEW_UNITS}`,
        ]),
        mail('fr', '{{entitlement.label}}', [
          `{{entitlement.label}} a modifié votre position de ${HELD}.${NEW_UNITS_FR}`,
        ]),
      ],
    },
  ];
}

const TO_CUSTOMERS: readonly Shipped[] = [
  {
    ...{ name: 'WELCOME', label: 'Welcome to a new customer' },
    ...{ channel: 'EMAIL', relatedTo: 'CUSTOMER' },
    contents: [
      mail('en', 'Welcome to {{firm.name}}', [
        'Your account is open. Your customer number is {{customer.number}}.',
        'You can reach us here: {{firm.contact}}.',
      ]),
      mail('fr', 'Bienvenue chez {{firm.name}}', [
        'votre compte est ouvert. Votre numéro de client est {{customer.number}}.',
        'Pour nous joindre : {{firm.contact}}.',
      ]),
    ],
  },
  {
    ...{ name: 'ORDER-EXECUTED', label: 'An order is filled' },
    ...{ channel: 'EMAIL', relatedTo: 'TRADE_ORDER' },
    contents: [
      mail('en', 'Order {{order.number}} has been executed', [
        `Your order ${ORDER} has been executed at an average price of {{order.currency}} ` +
          '{{order.averagePrice}}.',
        'The contract note follows.',
      ]),
      mail('fr', 'Votre ordre {{order.number}} est exécuté', [
        `votre ordre ${ORDER} est exécuté au cours moyen de {{order.currency}} ` +
          '{{order.averagePrice}}.',
        'L’avis d’opéré suivra.',
      ]),
    ],
  },
  {
    ...{ name: 'ORDER-EXECUTED-SMS', label: 'An order is filled, in short' },
    ...{ channel: 'SMS', relatedTo: 'TRADE_ORDER' },
    contents: [
      {
        language: 'en',
        text:
          '{{firm.name}}: order {{order.number}} {{order.side}} {{order.filled}} ' +
          '{{order.security}} executed at {{order.currency}} {{order.averagePrice}}.',
      },
    ],
  },
  {
    ...{ name: 'ORDER-REJECTED', label: 'The exchange rejected an order' },
    ...{ channel: 'EMAIL', relatedTo: 'TRADE_ORDER' },
    contents: [
      mail('en', 'Order {{order.number}} was rejected', [
        'The exchange rejected your order {{order.side}} {{order.quantity}} {{order.security}}. ' +
          'The money or units on hold for it have been released.',
        'Please ask us for the reason: {{firm.contact}}.',
      ]),
    ],
  },
  {
    ...{ name: 'CONTRACT-NOTE', label: 'A contract note is ready' },
    ...{ channel: 'EMAIL', relatedTo: 'CONTRACT_NOTE' },
    contents: [
      mail('en', 'Contract note {{note.number}}: {{note.security}}, {{note.tradeDate}}', [
        'Please find attached:',
        forEach(
          `contract note {{note.number}} of ${NOTE}, traded on {{note.tradeDate}}: consideration ` +
            '{{note.consideration}}, charges {{note.charges}}, net {{note.net}}, settled on ' +
            '{{note.settlementDate}}.\n',
        ),
      ]),
      mail('fr', 'Avis d’opéré {{note.number}} : {{note.security}}, {{note.tradeDate}}', [
        'veuillez trouver ci-joint :',
        forEach(
          `avis d’opéré {{note.number}} de ${NOTE}, négocié le {{note.tradeDate}} : montant brut ` +
            '{{note.consideration}}, frais {{note.charges}}, net {{note.net}}, règlement le ' +
            '{{note.settlementDate}}.\n',
        ),
      ]),
    ],
  },
  {
    ...{ name: 'CONTRACT-NOTE-CUSTODIAN', label: "A custodian's copy of a contract note" },
    ...{ channel: 'EMAIL', relatedTo: 'CONTRACT_NOTE' },
    contents: [
      mail('en', 'Copy of contract note {{note.number}}: {{note.security}}, {{note.tradeDate}}', [
        `Please find attached contract note {{note.number}} of ${NOTE}, traded on ` +
          '{{note.tradeDate}} for {{customer.label}}: consideration {{note.consideration}}, ' +
          'charges {{note.charges}}, net {{note.net}}, settled on {{note.settlementDate}}.',
      ]),
    ],
  },
  {
    ...{ name: 'CASH-POSTED', label: "A customer's money moved" },
    ...{ channel: 'EMAIL', relatedTo: 'CASH_TRANSACTION' },
    contents: [
      mail('en', '{{cash.type}} of {{cash.amount}}', [
        'Your {{cash.type}} of {{cash.amount}}, number {{cash.number}}, has been booked.' +
          '{{#cash.reference}} Reference: {{cash.reference}}.{{/cash.reference}}',
      ]),
    ],
  },
  {
    ...{ name: 'CASH-POSTED-SMS', label: "A customer's money moved, in short" },
    ...{ channel: 'SMS', relatedTo: 'CASH_TRANSACTION' },
    contents: [
      { language: 'en', text: '{{firm.name}}: {{cash.type}} of {{cash.amount}}, {{cash.number}}.' },
    ],
  },
  {
    ...{ name: 'DEPOSIT-MATURED', label: 'A deposit was repaid at maturity' },
    ...{ channel: 'EMAIL', relatedTo: 'TERM_INSTRUMENT' },
    contents: [
      mail('en', '{{deposit.product}} {{deposit.number}} has matured', [
        'Your {{deposit.product}} of {{deposit.faceValue}}, number {{deposit.number}}, matured ' +
          'on {{deposit.maturityDate}} and has been paid into your account.',
      ]),
    ],
  },
  ...(['DISCOUNTED_INSTRUMENT', 'TREASURY_BILL'] as const).map(
    (relatedTo): Shipped => ({
      name: relatedTo === 'TREASURY_BILL' ? 'BILL-MATURED' : 'PAPER-MATURED',
      label: 'The face value was repaid at maturity',
      ...{ channel: 'EMAIL', relatedTo },
      contents: [
        mail('en', '{{paper.product}} {{paper.number}} has matured', [
          'Your {{paper.product}}, number {{paper.number}}, matured on {{paper.maturityDate}}. ' +
            'Its face value of {{paper.faceValue}} has been paid into your account.',
        ]),
      ],
    }),
  ),
  {
    ...{ name: 'FUND-EXECUTED', label: 'Fund units were dealt' },
    ...{ channel: 'EMAIL', relatedTo: 'FUND_TRANSACTION' },
    contents: [
      mail('en', '{{fund.fund}}: {{fund.type}} {{fund.number}} has been executed', [
        'Your {{fund.type}} of {{fund.units}} units of {{fund.fund}} for {{fund.amount}} has ' +
          'been executed.',
      ]),
    ],
  },
  ...entitlementMails(),
];

const TO_LEADS: readonly Shipped[] = [
  {
    ...{ name: 'LEAD-NEWS', label: 'News for people who are not customers yet' },
    ...{ channel: 'EMAIL', relatedTo: 'LEAD', purpose: 'MARKETING' },
    contents: [
      mail('en', 'Start investing with {{firm.name}}', [
        'You can open an account with us within a day. All you need is proof of identity and a ' +
          'bank account.',
        'You can reach us here: {{firm.contact}}.',
      ]),
    ],
  },
];

const TO_STAFF: readonly Shipped[] = [
  {
    ...{ name: 'LEAD-ASSIGNED', label: 'A lead was assigned to you' },
    ...{ channel: 'EMAIL', relatedTo: 'LEAD' },
    contents: [
      mail('en', 'Lead {{lead.number}} has been assigned to you', [
        'The lead {{lead.label}} ({{lead.number}}) has been assigned to you.' +
          '{{#lead.source}} It came from {{lead.source}}.{{/lead.source}}',
      ]),
    ],
  },
  {
    ...{ name: 'ACTIVITY-DUE', label: 'An activity that you planned is due' },
    ...{ channel: 'EMAIL', relatedTo: 'ACTIVITY' },
    contents: [
      mail('en', '{{activity.kind}} is due: {{activity.subject}}', [
        'The {{activity.kind}} {{activity.number}} is due at {{activity.due}}:\n' +
          '{{activity.subject}}' +
          '{{#activity.person}}\nIt is about {{activity.person}}.{{/activity.person}}',
      ]),
      mail('fr', '{{activity.kind}} à faire : {{activity.subject}}', [
        'à faire le {{activity.due}} ({{activity.kind}} {{activity.number}}) :\n' +
          '{{activity.subject}}' +
          '{{#activity.person}}\nAu sujet de {{activity.person}}.{{/activity.person}}',
      ]),
    ],
  },
  {
    ...{ name: 'DEPOSIT-START-DUE', label: 'A deposit or loan that you entered is due to start' },
    ...{ channel: 'EMAIL', relatedTo: 'TERM_INSTRUMENT' },
    contents: [
      mail('en', '{{deposit.product}} {{deposit.number}} starts on {{deposit.startDate}}', [
        'The {{deposit.product}} {{deposit.number}} of {{deposit.faceValue}} for ' +
          '{{customer.label}}, which you entered, starts on {{deposit.startDate}} and has not ' +
          'been posted yet.',
      ]),
    ],
  },
  {
    ...{ name: 'APPROVAL-WAITING', label: 'A cash transaction is waiting for approval' },
    ...{ channel: 'EMAIL', relatedTo: 'CASH_TRANSACTION' },
    contents: [
      mail('en', '{{cash.type}} of {{cash.amount}} is waiting for approval', [
        'The {{cash.type}} {{cash.number}} of {{cash.amount}} for {{customer.label}}, entered ' +
          'by {{cash.madeBy}}, is waiting for your decision.',
      ]),
    ],
  },
  {
    ...{ name: 'CHANGE-WAITING', label: 'A change to reference data is waiting for approval' },
    ...{ channel: 'EMAIL', relatedTo: 'REFERENCE_CHANGE' },
    contents: [
      mail('en', 'A change to {{change.kind}} {{change.subject}} is waiting for approval', [
        '{{change.proposedBy}} proposed a change to {{change.kind}} {{change.subject}}.' +
          '{{#change.reason}} Reason: {{change.reason}}.{{/change.reason}}',
      ]),
    ],
  },
];

const SHIPPED: readonly Shipped[] = [...TO_CUSTOMERS, ...TO_LEADS, ...TO_STAFF];

/** Adds the shipped templates whose codes do not exist yet. Any node may call this. */
export async function shipTemplates(context: Context): Promise<void> {
  const there = await findTemplateNames(
    context.db,
    SHIPPED.map(({ name }) => name),
  );
  const missing = SHIPPED.filter(({ name }) => !there.has(name));
  if (missing.length === 0) return;
  await systemWork(context, 'shipped templates', async (work) => {
    for (const template of missing) await ship(work, template);
  });
}

async function ship(work: Work, { contents, ...rest }: Shipped): Promise<void> {
  // Another node may be adding the same template.
  if (!(await claimTemplateName(work.tx, rest.name, null))) return;
  const texts = { default_language: 'en', contents };
  refuseWrongTexts({ channel: rest.channel, relatedTo: rest.relatedTo, texts });
  const row = newRow(work, { ...rest, officeId: null }, await nextId(work));
  await storeTemplate(work, row, texts);
}
