import {
  All,
  Controller,
  Get,
  Module,
  Param,
  Post,
  RequestMethod,
  Version,
  VersioningType,
} from '@nestjs/common';
import type { INestApplication, MiddlewareConsumer } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { McpTool } from 'nestjs-mcp';
import { describeParity } from '../parity/parity-table.js';
import type { ParityRow } from '../parity/parity-table.js';
import { boundModule, requirePass } from './bound-module.js';

@Controller('items')
@McpTool()
class ItemsController {
  @Get()
  list() {
    return 'list';
  }

  @Get('open')
  open() {
    return 'open';
  }

  @Get(':id')
  find(@Param('id') id: string) {
    return `found ${id}`;
  }

  @Get(':id/parts/:part')
  part(@Param('id') id: string, @Param('part') part: string) {
    return `part ${part} of ${id}`;
  }

  @Post(':id')
  change(@Param('id') id: string) {
    return `changed ${id}`;
  }

  @All('any/thing')
  any() {
    return 'any';
  }
}

@Controller('other')
@McpTool()
class OtherController {
  @Get()
  list() {
    return 'other';
  }
}

const LIST = { tool: 'items_list', http: 'GET /items' };
const OPEN = { tool: 'items_open', http: 'GET /items/open' };
const FIND = { tool: 'items_find', args: { id: '7' }, http: 'GET /items/7' };
const PART = { tool: 'items_part', args: { id: '7', part: 'a' }, http: 'GET /items/7/parts/a' };
const CHANGE = { tool: 'items_change', args: { id: '7' }, http: 'POST /items/7' };
const ANY = { tool: 'items_any', http: 'GET /items/any/thing' };
const OTHER = { tool: 'other_list', http: 'GET /other' };
const ROUTES = { LIST, OPEN, FIND, PART, CHANGE, ANY, OTHER };

type RouteName = keyof typeof ROUTES;

interface Binding {
  readonly title: string;
  readonly bind: (consumer: MiddlewareConsumer) => unknown;
  readonly covered: readonly RouteName[];
  readonly configure?: (app: INestApplication) => unknown;
  readonly prefix?: string;
}

/** Each route with and without the pass: the first says that the middleware does nothing more than it should. */
function rowsOf({ covered, prefix = '' }: Binding): ParityRow[] {
  return (Object.keys(ROUTES) as RouteName[]).flatMap((name): ParityRow[] => {
    const { http, ...call } = ROUTES[name];
    const row = { ...call, http: http.replace(' ', ` ${prefix}`) };
    const isCovered = covered.includes(name);
    const status = name === 'CHANGE' ? 201 : 200;
    return [
      { ...row, title: `${name} with the pass`, headers: { 'x-pass': 'yes' }, status },
      {
        ...row,
        title: `${name} without it is ${isCovered ? 'refused' : 'let in'}`,
        status: isCovered ? 401 : status,
        ...(isCovered && { body: { refused: true } }),
      },
    ];
  });
}

const ALL_OF_ITEMS: RouteName[] = ['LIST', 'OPEN', 'FIND', 'PART', 'CHANGE', 'ANY'];

const BINDINGS: readonly Binding[] = [
  {
    title: 'a controller',
    bind: (consumer) => consumer.apply(requirePass).forRoutes(ItemsController),
    covered: ALL_OF_ITEMS,
  },
  {
    title: 'a controller, with excluded paths',
    bind: (consumer) =>
      consumer
        .apply(requirePass)
        .exclude('items/open', { path: 'items/:id', method: RequestMethod.POST })
        .forRoutes(ItemsController),
    covered: ['LIST', 'FIND', 'PART', 'ANY'],
  },
  {
    title: 'a path and method',
    bind: (consumer) =>
      consumer.apply(requirePass).forRoutes({ path: 'items/:id', method: RequestMethod.GET }),
    covered: ['OPEN', 'FIND'],
  },
  {
    title: 'one value of a parameter',
    bind: (consumer) => consumer.apply(requirePass).forRoutes({ path: 'items/7', method: RequestMethod.GET }),
    covered: ['FIND'],
  },
  {
    title: 'a wildcard below a path',
    bind: (consumer) => consumer.apply(requirePass).forRoutes('items/*path'),
    covered: ['OPEN', 'FIND', 'PART', 'CHANGE', 'ANY'],
  },
  {
    title: 'all routes, with the endpoint excluded',
    bind: (consumer) => consumer.apply(requirePass).exclude('mcp').forRoutes('*path'),
    covered: [...ALL_OF_ITEMS, 'OTHER'],
  },
  {
    title: 'all routes in the old spelling, with the endpoint excluded',
    bind: (consumer) => consumer.apply(requirePass).exclude('mcp', 'other').forRoutes('*'),
    covered: ALL_OF_ITEMS,
  },
  {
    title: 'all routes of a method that the endpoint does not have',
    bind: (consumer) => consumer.apply(requirePass).forRoutes({ path: '*path', method: RequestMethod.GET }),
    covered: ['LIST', 'OPEN', 'FIND', 'PART', 'ANY', 'OTHER'],
  },
  {
    title: 'a controller below a global prefix',
    bind: (consumer) => consumer.apply(requirePass).exclude('items/open').forRoutes(ItemsController),
    covered: ['LIST', 'FIND', 'PART', 'CHANGE', 'ANY'],
    configure: (app) => app.setGlobalPrefix('api'),
    prefix: '/api',
  },
  {
    title: 'all routes below a global prefix',
    bind: (consumer) => consumer.apply(requirePass).forRoutes('*path'),
    covered: [...ALL_OF_ITEMS, 'OTHER'],
    configure: (app) => app.setGlobalPrefix('api'),
    prefix: '/api',
  },
  {
    title: 'a controller with a version in the path',
    bind: (consumer) => consumer.apply(requirePass).forRoutes(ItemsController),
    covered: ALL_OF_ITEMS,
    configure: (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }),
    prefix: '/v1',
  },
];

for (const binding of BINDINGS) {
  describeParity(
    `middleware for ${binding.title}`,
    {
      imports: [boundModule({ controllers: [ItemsController, OtherController] }, binding.bind)],
      configure: (app) => void binding.configure?.(app),
    },
    rowsOf(binding),
  );
}

@Controller('cats')
@McpTool()
class CatsController {
  @Get()
  @Version('1')
  first() {
    return 'first';
  }

  @Get()
  @Version('2')
  second() {
    return 'second';
  }
}

describeParity(
  'middleware for one version',
  {
    imports: [
      boundModule({ controllers: [CatsController] }, (consumer) =>
        consumer.apply(requirePass).forRoutes({ path: 'cats', method: RequestMethod.GET, version: '2' }),
      ),
    ],
    configure: (app) => void app.enableVersioning({ type: VersioningType.URI }),
  },
  [
    { title: 'another version is let in', tool: 'cats_first', http: 'GET /v1/cats', status: 200 },
    { title: 'that version is refused', tool: 'cats_second', http: 'GET /v2/cats', status: 401 },
  ],
);

@Controller('dogs')
@McpTool()
class DogsController {
  @Get()
  list() {
    return 'dogs';
  }
}

@Module({ controllers: [DogsController] })
class DogsModule {}

describeParity(
  'middleware for a controller with the prefix of its module',
  {
    imports: [
      DogsModule,
      RouterModule.register([{ path: 'pets', module: DogsModule }]),
      boundModule({}, (consumer) => consumer.apply(requirePass).forRoutes(DogsController)),
    ],
  },
  [{ title: 'is refused', tool: 'dogs_list', http: 'GET /pets/dogs', status: 401 }],
);
