import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  ParseIntPipe,
  Patch,
  Post,
  Query,
} from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { McpAnnotations, McpParam, McpTool } from 'nestjs-mcp';
import { Role } from '../auth/role.enum.js';
import { Roles } from '../auth/roles.decorator.js';
import { Page } from '../common/page.js';
import { CreateMenuItemDto } from './dto/create-menu-item.dto.js';
import { ListMenuQueryDto } from './dto/list-menu-query.dto.js';
import { UpdateMenuItemDto } from './dto/update-menu-item.dto.js';
import { MenuItem } from './menu-item.entity.js';
import { CategorySummary, MenuService } from './menu.service.js';

@Controller('menu')
export class MenuController {
  constructor(private readonly menu: MenuService) {}

  @Get()
  @McpTool({
    title: 'Browse the menu',
    description: 'List what the coffee shop sells, with prices in euros. Filter by category, price or words.',
    tags: ['menu'],
  })
  list(@Query() query: ListMenuQueryDto): Promise<Page<MenuItem>> {
    return this.menu.list(query);
  }

  @Get('categories')
  @ApiOperation({ summary: 'List the categories of the menu and how many items each has.' })
  @McpTool()
  categories(): Promise<CategorySummary[]> {
    return this.menu.categories();
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get one menu item by its id.' })
  @McpTool('menu_get')
  findOne(
    @McpParam({ description: 'Id of the menu item, as menu_list gives it.', examples: [4] })
    @Param('id', ParseIntPipe)
    id: number,
  ): Promise<MenuItem> {
    return this.menu.get(id);
  }

  @Post()
  @Roles(Role.Manager)
  @McpTool({ description: 'Add an item to the menu. For managers.', tags: ['menu', 'back-office'] })
  create(@Body() item: CreateMenuItemDto): Promise<MenuItem> {
    return this.menu.create(item);
  }

  @Patch(':id')
  @Roles(Role.Manager)
  @McpTool({
    description:
      'Change a menu item: only the fields that are given. Use it to mark an item sold out. For managers.',
    tags: ['menu', 'back-office'],
  })
  @McpAnnotations({ idempotentHint: true })
  update(@Param('id', ParseIntPipe) id: number, @Body() changes: UpdateMenuItemDto): Promise<MenuItem> {
    return this.menu.update(id, changes);
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Roles(Role.Manager)
  @McpTool({
    description: 'Take an item off the menu for good. Past orders keep it. For managers.',
    tags: ['menu', 'back-office'],
  })
  remove(@Param('id', ParseIntPipe) id: number): Promise<void> {
    return this.menu.remove(id);
  }
}
