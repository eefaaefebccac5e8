#include "dejavu.h"
#include "images.h"

#include <stdlib.h>

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MODULE_H
#include FT_OUTLINE_H

struct mockpostly_font {
    struct FT_MemoryRec_ memory;
    FT_Library library;
    FT_Face face;
    // The embedded font, which the face reads; NULL for one of the system.
    unsigned char *bytes;
};

// The usual places of Linux and macOS, for a program without an embedded font.
static const char *const system_fonts[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "/usr/share/fonts/liberation-sans/LiberationSans-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/noto/NotoSans-Regular.ttf",
    "/Library/Fonts/DejaVuSans.ttf",
    "/System/Library/Fonts/Supplemental/Arial.ttf",
    "/System/Library/Fonts/Supplemental/Verdana.ttf",
    "/System/Library/Fonts/Geneva.ttf",
};

static void *allocate(FT_Memory memory, long size)
{
    (void)memory;
    return malloc((size_t)size);
}

static void release(FT_Memory memory, void *block)
{
    (void)memory;
    free(block);
}

static void *reallocate(FT_Memory memory, long old_size, long new_size, void *block)
{
    (void)memory;
    (void)old_size;
    return realloc(block, (size_t)new_size);
}

// A static program links what it names: these two modules of a dozen. A shared FreeType loads all
// modules itself and does not export their names.
#if MOCKPOSTLY_STATIC_LIBRARIES

extern const FT_Module_Class tt_driver_class;
extern const FT_Module_Class sfnt_module_class;

static FT_Error add_modules(FT_Library library)
{
    const FT_Module_Class *classes[] = {
        &sfnt_module_class,
        &tt_driver_class,
    };
    FT_Error error = 0;
    for (size_t index = 0; !error && index < sizeof classes / sizeof *classes; index++) {
        error = FT_Add_Module(library, classes[index]);
    }
    return error;
}

#else

static FT_Error add_modules(FT_Library library)
{
    FT_Add_Default_Modules(library);
    return 0;
}

#endif

static bool open_face(struct mockpostly_font *font)
{
    size_t size;
    font->bytes = mockpostly_dejavu(&size);
    if (font->bytes) {
        return !FT_New_Memory_Face(font->library, font->bytes, (FT_Long)size, 0, &font->face);
    }
    for (size_t index = 0; index < sizeof system_fonts / sizeof *system_fonts; index++) {
        if (!FT_New_Face(font->library, system_fonts[index], 0, &font->face)) {
            if (FT_IS_SCALABLE(font->face)) {
                return true;
            }
            FT_Done_Face(font->face);
        }
    }
    return false;
}

struct mockpostly_font *mockpostly_font_open(void)
{
    struct mockpostly_font *font = calloc(1, sizeof *font);
    if (!font) {
        return NULL;
    }
    font->memory.alloc = allocate;
    font->memory.free = release;
    font->memory.realloc = reallocate;
    if (FT_New_Library(&font->memory, &font->library)) {
        free(font);
        return NULL;
    }
    if (add_modules(font->library) || !open_face(font)) {
        FT_Done_Library(font->library);
        free(font->bytes);
        free(font);
        return NULL;
    }
    return font;
}

void mockpostly_font_close(struct mockpostly_font *font)
{
    FT_Done_Face(font->face);
    FT_Done_Library(font->library);
    free(font->bytes);
    free(font);
}

bool mockpostly_font_is_built_in(void)
{
    return mockpostly_has_dejavu();
}

struct mockpostly_font_measures mockpostly_font_measure(const struct mockpostly_font *font)
{
    struct mockpostly_font_measures measures = {
        .units_per_em = font->face->units_per_EM,
        .ascender = font->face->ascender,
        .descender = font->face->descender,
    };
    // The cap height is measured from H, because the value in the font may be wrong.
    FT_BBox box = {0};
    if (!FT_Load_Char(font->face, 'H', FT_LOAD_NO_SCALE)) {
        FT_Outline_Get_CBox(&font->face->glyph->outline, &box);
    }
    measures.cap_height = (int)box.yMax;
    return measures;
}

uint32_t mockpostly_font_glyph(struct mockpostly_font *font, uint32_t scalar)
{
    return FT_Get_Char_Index(font->face, scalar);
}

int mockpostly_font_advance(struct mockpostly_font *font, uint32_t glyph)
{
    if (FT_Load_Glyph(font->face, glyph, FT_LOAD_NO_SCALE)) {
        return 0;
    }
    return (int)font->face->glyph->metrics.horiAdvance;
}

int mockpostly_font_kerning(struct mockpostly_font *font, uint32_t left, uint32_t right)
{
    FT_Vector kerning;
    if (FT_Get_Kerning(font->face, left, right, FT_KERNING_UNSCALED, &kerning)) {
        return 0;
    }
    return (int)kerning.x;
}

// The buffer for the steps of an outline; `count` goes on beyond `capacity`.
struct steps {
    struct mockpostly_step *start;
    size_t capacity;
    size_t count;
};

static int add_step(struct steps *steps, enum mockpostly_step_kind kind, const FT_Vector *first,
                    const FT_Vector *second, const FT_Vector *third)
{
    const FT_Vector *points[] = {first, second, third};
    if (steps->count < steps->capacity) {
        struct mockpostly_step *step = &steps->start[steps->count];
        step->kind = kind;
        for (int index = 0; index < 3; index++) {
            step->x[index] = points[index] ? (float)points[index]->x : 0;
            step->y[index] = points[index] ? (float)points[index]->y : 0;
        }
    }
    steps->count += 1;
    return 0;
}

static int move_to(const FT_Vector *end, void *steps)
{
    return add_step(steps, MOCKPOSTLY_MOVE, end, NULL, NULL);
}

static int line_to(const FT_Vector *end, void *steps)
{
    return add_step(steps, MOCKPOSTLY_LINE, end, NULL, NULL);
}

static int conic_to(const FT_Vector *control, const FT_Vector *end, void *steps)
{
    return add_step(steps, MOCKPOSTLY_CONIC, control, end, NULL);
}

static int cubic_to(const FT_Vector *first, const FT_Vector *second, const FT_Vector *end,
                    void *steps)
{
    return add_step(steps, MOCKPOSTLY_CUBIC, first, second, end);
}

size_t mockpostly_font_outline(struct mockpostly_font *font, uint32_t glyph,
                               struct mockpostly_step *start, size_t capacity)
{
    static const FT_Outline_Funcs functions = {
        .move_to = move_to,
        .line_to = line_to,
        .conic_to = conic_to,
        .cubic_to = cubic_to,
    };
    if (FT_Load_Glyph(font->face, glyph, FT_LOAD_NO_SCALE)
        || font->face->glyph->format != FT_GLYPH_FORMAT_OUTLINE) {
        return 0;
    }
    struct steps steps = {.start = start, .capacity = capacity};
    if (FT_Outline_Decompose(&font->face->glyph->outline, &functions, &steps)) {
        return 0;
    }
    return steps.count;
}
