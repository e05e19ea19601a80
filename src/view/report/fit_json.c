/* fit_json.c: see fit_json.h. */
#include "view/report/fit_json.h"

#include "view/report/curve_report.h"

static const char *const PARTS[REGRESSION_PARTS] = {"learnt", "held_out"};

void fit_term_to_json(struct json *j, const struct fitted_term *t)
{
    json_open_object(j);
    json_key_cstr(j, "term", t->name);
    json_key_double(j, "weight", t->weight);
    json_key_double(j, "error", t->error);
    json_key_double(j, "old", t->old);
    json_end(j);
}

void fit_to_json(struct json *j, const struct term_fit *fit)
{
    json_open_object(j);
    json_key_cstr(j, "fit", fit->model == REGRESSION_LS ? "ls" : "ml");
    json_key_cstr(j, "terms", term_set_names[fit->set]);
    json_key_double(j, "scale", fit->scale);
    json_key_double(j, "bias", fit->bias);
    json_key_u64(j, "steps", fit->steps);
    json_key_bool(j, "converged", fit->converged);
    for (int p = 0; p < REGRESSION_PARTS; p++) {
        json_key(j, PARTS[p]);
        json_open_object(j);
        json_key_u64(j, "positions", fit->examples[p]);
        json_key_u64(j, "games", fit->games[p]);
        json_key_double(j, "blind", fit->null_loss[p]);
        json_key_double(j, "before", fit->before[p]);
        json_key_double(j, "after", fit->after[p]);
        json_end(j);
    }
    json_end(j);
}

void fit_curve_to_json(struct json *j, const struct term_refit *f, uint32_t condition)
{
    struct span name = span_of(f->conditions->at[condition].name);
    json_open_object(j);
    json_key_str(j, "after", name);
    json_key(j, "before");
    curve_to_json(j, name, &f->before.conditions[condition]);
    json_key(j, "curve");
    curve_to_json(j, name, &f->after.conditions[condition]);
    json_end(j);
}
