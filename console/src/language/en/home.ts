// English messages for the home page.

export const home = {
  'home.nothing': 'Nothing is waiting for you',
  'home.nothing.hint': 'New work appears here as it arrives.',
  'home.pages': 'Your desk',
  'home.start': 'Start page',
  'home.start.hint': 'Applies in every browser in which you sign in.',
  'home.start.label': 'Page after sign-in',
  'home.start.role': 'Default for your role: {page}',
  'home.title': 'Home of {name}',
  'home.waiting': 'Waiting for you',
  'home.waits.approvals': '{count, plural, one {# item} other {# items}} to approve',
  'home.waits.bank': '{count, plural, one {# bank line} other {# bank lines}} to match',
  'home.waits.cash':
    '{count, plural, one {# approved cash transaction} other {# approved cash transactions}} ' +
    'to post',
  'home.waits.claims': '{count, plural, one {# open market claim} other {# open market claims}}',
  'home.waits.deliveries':
    '{count, plural, one {# parked delivery} other {# parked deliveries}} to resolve',
  'home.waits.elections': '{count, plural, one {# election} other {# elections}} to instruct',
  'home.waits.events':
    '{count, plural, one {# corporate action} other {# corporate actions}} to settle',
  'home.waits.jobs': '{count, plural, one {# job} other {# jobs}} failed after all attempts',
  'home.waits.leads': '{count, plural, one {# new lead} other {# new leads}} to assign',
  'home.waits.orders': '{count, plural, one {# order} other {# orders}} not yet at the exchange',
  'home.waits.prices': '{count, plural, one {# price exception} other {# price exceptions}}',
  'home.waits.reports':
    '{count, plural, one {# exchange report} other {# exchange reports}} to resolve',
  'place.home': 'Home',
} as const;
