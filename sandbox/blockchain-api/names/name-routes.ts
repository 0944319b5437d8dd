import { parseAddress, refuse } from '../refuse.js';
import type { Route, RouteCall } from '../route.js';
import type { RegisteredName } from './account-names.js';
import { NAME_RULES, parseName, variantsOf, ZONE } from './name-rules.js';
import { type NameServices, register } from './registration.js';

const API_VERSION = '2';
/** Addresses of other namespaces, which have no names. */
const OTHER_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{25,64}$/;

const checkVersion = ({ query }: RouteCall): void => {
  if ((query.get('apiVersion') ?? API_VERSION) !== API_VERSION) throw refuse('query', 'apiVersion', `The version is not ${API_VERSION}.`);
};

/** Returns the address of a path; `null` for one that has no names. @throws RequestError */
const readAddress = ({ params }: RouteCall) => {
  const { address: text = '' } = params;
  const address = parseAddress(text);
  if (address === null && !OTHER_ADDRESS.test(text)) throw refuse('path', 'address', `${text} is not an address.`);
  return address;
};

/** @throws RequestError */
const readName = ({ params }: RouteCall): string => {
  const name = parseName(params['name'] ?? '');
  if (name === null) throw refuse('path', 'name', NAME_RULES);
  return name;
};

const showName = ({ name, registered, updated, addresses, avatar, bio }: RegisteredName) => {
  const attributes = { ...(avatar === '' ? {} : { avatar }), ...(bio === '' ? {} : { bio }) };
  return {
    name,
    registered: Number(registered),
    updated: Number(updated),
    addresses: Object.fromEntries(
      addresses.map(({ coinType, account, created }) => [coinType.toString(), { address: account, created: Number(created) }]),
    ),
    attributes: Object.keys(attributes).length === 0 ? [] : [attributes],
  };
};

/**
 * The routes of names, which are read from the contract on chain 1 and registered in it. Addresses of a name are by ENSIP-11 coin type. Times are Unix
 * times in seconds.
 */
export const nameRoutes = (services: NameServices): readonly Route[] => [
  {
    method: 'GET',
    path: '/v1/identity/:address',
    handle: async (call) => {
      const address = readAddress(call);
      return address === null ? { name: null, avatar: null } : services.names.identityOf(address);
    },
  },
  {
    method: 'GET',
    path: '/v1/profile/account/:name',
    handle: async (call) => {
      checkVersion(call);
      const name = readName(call);
      const found = await services.names.find(name);
      if (found === null) throw refuse('path', 'name', `${name} is not registered.`, 404);
      return showName(found);
    },
  },
  {
    method: 'GET',
    path: '/v1/profile/reverse/:address',
    handle: async (call) => {
      checkVersion(call);
      const address = readAddress(call);
      return address === null ? [] : (await services.names.namesOf(address)).map(showName);
    },
  },
  {
    method: 'GET',
    path: '/v1/profile/suggestions/:name',
    handle: async (call) => {
      const zone = call.query.get('zone');
      if (zone !== ZONE) throw refuse('query', 'zone', `The zone is not ${ZONE}.`);
      const names = variantsOf(readName(call));
      const registered = await services.names.areRegistered(names);
      return { suggestions: names.map((name, at) => ({ name, registered: registered[at] ?? false })) };
    },
  },
  {
    method: 'POST',
    path: '/v1/profile/account',
    handle: async ({ body }) => {
      await register(body, services);
      return { success: true };
    },
  },
];
